import {
  SOLE_TRADER,
  held,
  inputsOfKind,
  joinByKey,
  nationalNumber,
  nonEmpty,
  officerSource,
  ordinary,
  present,
  withSource,
  type Group,
  type ImportRun,
  type InputOfKinds,
  type NamedOfficer,
} from '../../importer/index.ts';
import { InputError, hasRightDigits, type RegisterLine } from '../../model/index.ts';
import about from './about.json' with { type: 'json' };
import { codeOf, readBasic, readGeneral, type CompanyPart } from './companies.ts';
import type { KINDS } from './kinds.ts';
import { officersOf } from './officers.ts';

const JOINED = {
  basic: held<CompanyPart>(),
  general: held<CompanyPart>('general data'),
  card: held<NamedOfficer[]>('persons on the card'),
  offCard: held<NamedOfficer[]>('persons outside the card'),
};

/**
 * Joins the files by registry code and turns each company into one register line, in the order of the codes. Of each
 * kind of file, the newest record of a company is taken.
 */
export function read(inputs: readonly InputOfKinds<typeof KINDS>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  if (!inputs.some(({ kind }) => kind === 'basic' || kind === 'general')) {
    throw new InputError(
      'Cannot import ee-ariregister: no input is a file of companies (lihtandmed or yldandmed); persons alone make none',
    );
  }
  const ordered = (['basic', 'general', 'card', 'offCard'] as const).flatMap((kind) => inputsOfKind(inputs, kind));
  return joinByKey(ordered, run, {
    kinds: JOINED,
    rows: {
      basic: (row, hold) => hold('basic', codeOf(row), readBasic(row, run)),
      general: (row, hold) => hold('general', codeOf(row), readGeneral(row, run)),
      card: (row, hold) => hold('card', codeOf(row), officersOf(row, 'kaardile_kantud_isikud', run)),
      offCard: (row, hold) => hold('offCard', codeOf(row), officersOf(row, 'kaardivalised_isikud', run)),
    },
    line: (group) => lineOfGroup(group, run),
  });
}

/** The line of a company. Every record that is no part of it is counted. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const [basic, general] = [group.newest('basic'), group.newest('general')];
  group.newest('card');
  group.newest('offCard');
  const company = basic ?? general;
  const isSoleTrader = [basic, general].some((record) => record?.value.isSoleTrader === true);
  if (isSoleTrader) group.drop(basic === undefined ? 'general' : 'basic', SOLE_TRADER);
  const line = isSoleTrader || company === undefined ? undefined : run.line(company, () => lineOf(group, run));
  if (line === undefined) {
    group.dropAll(ordinary('of a company without a line'), company);
    return undefined;
  }
  for (const kind of ['card', 'offCard'] as const) {
    if (group.values(kind)[0]?.length === 0) group.drop(kind, ordinary('none of a current officer'));
  }
  return line;
}

/** Where both files of companies say something, the basic data are taken; the general ones have the code of the form. */
function lineOf(group: Group<typeof JOINED>, run: ImportRun): RegisterLine {
  const code = group.key;
  const [basic, general] = [group.all('basic')[0], group.all('general')[0]];
  if (!hasRightDigits('EE registrikood', code)) {
    run.report.note('registry code with wrong check digit, kept as published', code);
  }
  const officers = [...group.all('card'), ...group.all('offCard')].flatMap(({ value, published }) => {
    const source = officerSource(
      about.officersReuse.system,
      published,
      `https://ariregister.rik.ee/est/company/${code}`,
    );
    return withSource(value, source) ?? [];
  });
  const { identifiers = [], ...data }: CompanyPart = basic?.value ?? {};
  const more: CompanyPart = general?.value ?? {};
  return present<RegisterLine>({
    name: data.name ?? more.name,
    country_code: more.country_code,
    company_status: data.company_status ?? more.company_status,
    company_type: more.company_type ?? data.company_type,
    legal_form: data.legal_form ?? more.legal_form,
    as_of_date: (basic ?? general)?.published,
    identifiers: [nationalNumber('EE', code), ...identifiers],
    classifications: more.classifications,
    officers: nonEmpty(officers),
  });
}
