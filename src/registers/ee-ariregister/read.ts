import {
  SOLE_TRADER,
  held,
  inputsOfKind,
  joinByKey,
  nationalNumber,
  nonEmpty,
  ordinary,
  present,
  withSource,
  type Group,
  type ImportRun,
  type InputOfKinds,
  type NamedOfficer,
} from '../../importer/index.ts';
import { InputError, hasRightDigits, type CompanyAddress, type RegisterLine } from '../../model/index.ts';
import { codeOf, readBasic, readGeneral, type CompanyPart } from './companies.ts';
import type { KINDS } from './kinds.ts';
import { officersOf } from './officers.ts';

const JOINED = {
  basic: held<CompanyPart>(),
  general: held<CompanyPart>('general data'),
  card: held<NamedOfficer[]>('persons on the card'),
  offCard: held<NamedOfficer[]>('persons outside the card'),
};

/** Joins the files by registry code, and gives a line for each code. Of each kind of file, the newest record counts. */
export function read(inputs: readonly InputOfKinds<typeof KINDS>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  if (!inputs.some(({ kind }) => kind === 'basic' || kind === 'general')) {
    throw new InputError(
      'Cannot import ee-ariregister: no input is a file of companies (lihtandmed or yldandmed); files of persons make no company',
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

/** The line of a company. Other records are counted. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const [basic, general] = [group.newest('basic'), group.newest('general')];
  group.newest('card');
  group.newest('offCard');
  const company = basic ?? general;
  const isSoleTrader = [basic, general].some((record) => record?.value.isSoleTrader === true);
  if (isSoleTrader) group.drop(basic === undefined ? 'general' : 'basic', SOLE_TRADER);
  const line = isSoleTrader || company === undefined ? undefined : run.line(company, () => lineOf(group, run));
  if (line === undefined) return group.dropAll(ordinary('of a company without a line'), company);
  for (const kind of ['card', 'offCard'] as const) {
    if (group.values(kind)[0]?.length === 0) group.drop(kind, ordinary('no current officer'));
  }
  return line;
}

/** The basic data rank before the general data, except for the code of the form. */
function lineOf(group: Group<typeof JOINED>, run: ImportRun): RegisterLine {
  const code = group.key;
  const [basic, general] = [group.all('basic')[0], group.all('general')[0]];
  if (!hasRightDigits('EE registrikood', code)) {
    run.report.note('registry code with wrong check digit, kept as published', code);
  }
  const page = run.recordUrl(code);
  const officers = [...group.all('card'), ...group.all('offCard')].flatMap(({ value, published }) => {
    const source = run.officerSource(published, page);
    return withSource(value, source) ?? [];
  });
  const { company_type: formCode } = general?.value ?? {};
  const {
    name,
    country_code,
    company_status,
    company_type,
    legal_form,
    identifiers = [],
    ...more
  } = {
    ...general?.value,
    ...basic?.value,
  };
  return present<RegisterLine>({
    name,
    country_code,
    company_status,
    company_type: formCode ?? company_type,
    legal_form,
    as_of_date: (basic ?? general)?.published,
    identifiers: [nationalNumber('EE', code), ...identifiers],
    ...more,
    address: more.address && present<CompanyAddress>({ ...more.address, country_code }),
    record_url: page,
    officers: nonEmpty(officers),
  });
}
