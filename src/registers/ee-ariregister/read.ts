import {
  DAY_FIRST,
  findEntry,
  held,
  inputsOfKind,
  joinByKey,
  listCodes,
  nationalNumber,
  nonEmpty,
  OfficerRoles,
  ordinary,
  present,
  RecordReader,
  SOLE_TRADER,
  withSource,
  type Group,
  type ImportRun,
  type InputOfKinds,
  type JsonRow,
  type NamedOfficer,
} from '../../importer/index.ts';
import {
  collapseWhiteSpace,
  hasRightDigits,
  InputError,
  type OfficerKind,
  type RegisterLine,
} from '../../model/index.ts';
import { readBasic, readCode, readGeneral, type CompanyPart } from './companies.ts';
import codes from './codes.json' with { type: 'json' };

/** The inputs, by the kinds of files. */
type Inputs = readonly InputOfKinds<{
  basic: { csv: object };
  general: { json: object };
  card: { json: object };
  offCard: { json: object };
}>[];

const JOINED = {
  basic: held<CompanyPart>(),
  general: held<CompanyPart>('general data'),
  card: held<NamedOfficer[]>('persons on the card'),
  offCard: held<NamedOfficer[]>('persons outside the card'),
};

/** Joins the files by registry code and yields a line for each code. Of each kind of file, the newest record counts. */
export function read(inputs: Inputs, run: ImportRun): AsyncGenerator<RegisterLine> {
  if (!inputs.some(({ kind }) => kind === 'basic' || kind === 'general')) {
    throw new InputError(
      'Cannot import ee-ariregister: no input is a file of companies (lihtandmed or yldandmed); files of persons make no company',
    );
  }
  const ordered = (['basic', 'general', 'card', 'offCard'] as const).flatMap((kind) => inputsOfKind(inputs, kind));
  return joinByKey(ordered, run, {
    kinds: JOINED,
    rows: {
      basic: (row, hold) => hold('basic', readCode(row), readBasic(row, run)),
      general: (row, hold) => hold('general', readCode(row), readGeneral(row, run)),
      card: (row, hold) => hold('card', readCode(row), readOfficers(row, 'kaardile_kantud_isikud', run)),
      offCard: (row, hold) => hold('offCard', readCode(row), readOfficers(row, 'kaardivalised_isikud', run)),
    },
    line: (group) => lineOfGroup(group, run),
  });
}

/** Returns the line of a company. Records that do not become part of it are counted. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const [basic, general] = [group.newest('basic'), group.newest('general')];
  group.newest('card');
  group.newest('offCard');
  const company = basic ?? general;
  const isSoleTrader = [basic, general].some((record) => record?.value.isSoleTrader === true);
  if (isSoleTrader) group.drop(basic === undefined ? 'general' : 'basic', SOLE_TRADER);
  const line = isSoleTrader || company === undefined ? undefined : run.line(company, () => buildLine(group, run));
  if (line === undefined) return group.dropAll(ordinary('of a company without a line'), company);
  for (const kind of ['card', 'offCard'] as const) {
    if (group.values(kind)[0]?.length === 0) group.drop(kind, ordinary('no current officer'));
  }
  return line;
}

/** Builds the line. The basic data take precedence over the general data, except for the code of the legal form. */
function buildLine(group: Group<typeof JOINED>, run: ImportRun): RegisterLine {
  const code = group.key;
  const [basic, general] = [group.all('basic')[0], group.all('general')[0]];
  if (!hasRightDigits('EE registrikood', code)) {
    run.report.note('registry code with wrong check digit, kept as published', code);
  }
  const page = run.recordUrl(code);
  const officers = [...group.all('card'), ...group.all('offCard')].flatMap(
    ({ value, published }) => withSource(value, run.officerSource(published, page)) ?? [],
  );
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
    address: more.address && present({ ...more.address, country_code }),
    record_url: page,
    officers: nonEmpty(officers),
  });
}

/** The roles that are imported by default, and with the option for sole traders. */
const SHOWN = listCodes(codes.isiku_roll.officers);
const SHOWN_OF_ALL = [...SHOWN, ...listCodes(codes.isiku_roll.soleOwners)];

/** Returns the officers in the list `persons` of a record. Roles that began on different days are separate officers. */
function readOfficers(row: JsonRow, persons: string, run: ImportRun): NamedOfficer[] {
  const code = readCode(row);
  const officers = new OfficerRoles();
  for (const person of new RecordReader(row.value).objects(persons)) {
    const role = run.readCode(person, 'isiku_roll', 'left out');
    if (role === undefined) run.report.note('person without a role, skipped', code);
    if (role === undefined || !(run.soleTraders ? SHOWN_OF_ALL : SHOWN).includes(role)) continue;
    const type = run.readCode(person, 'isiku_tyyp', 'left out');
    const name = readPersonName(person, type);
    if (name === '') {
      run.report.note('officer without a name, skipped', code);
      continue;
    }
    const appointed_on = run.readDay(person, 'algus_kpv', DAY_FIRST);
    const resigned_on = run.readDay(person, 'lopp_kpv', DAY_FIRST);
    const identity = JSON.stringify([type, name, toIdentity(person), appointed_on, resigned_on]);
    const kind = findEntry(codes.isiku_tyyp, type) as OfficerKind | undefined;
    officers.add(identity, { name, kind, appointed_on, resigned_on }, person.text('isiku_roll_tekstina'));
  }
  return officers.officers;
}

/** Returns a name. A person has two names, an entity has one. */
function readPersonName(person: RecordReader, type: string | undefined): string {
  const names = type === 'J' ? ['nimi_arinimi'] : ['eesnimi', 'nimi_arinimi'];
  // Some names are a placeholder.
  const words = names.map((field) => person.text(field)).filter((word) => !/^[-.#]$/.test(word ?? '-'));
  return collapseWhiteSpace(words.join(' '));
}

/** Returns a value that distinguishes two people with the same name. It is compared within the record and never written. */
function toIdentity(person: RecordReader): string | undefined {
  return ['isikukood_hash', 'isikukood_registrikood', 'valis_kood', 'synniaeg']
    .map((field) => person.text(field))
    .find((value) => value !== undefined);
}
