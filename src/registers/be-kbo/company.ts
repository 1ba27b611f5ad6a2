import { present, type ImportRun, type JoinedGroup, type JoinedRecord } from '../../importer/index.ts';
import { isPublishedNumber, type CompanyClassification, type RegisterLine } from '../../model/index.ts';
import { activityCodes, type ActivityCodes } from './activities.ts';
import { LABEL_LANGUAGE, LABEL_LANGUAGES, LEGAL_PERSON, NAME_LANGUAGES, NATURAL_PERSON } from './codes.ts';
import type { Labels } from './labels.ts';
import { SECTIONS, textsOf, type Section } from './sections.ts';

/** What is the same for all enterprises of an import. */
export interface Extract {
  readonly labels: Labels;
  /** The day of the snapshot, where known. */
  readonly date: string | undefined;
}

type Sections = Readonly<Record<Section, readonly JoinedRecord[]>>;

/**
 * Makes the line of an enterprise of all that the files say about its number. Every record of the group is counted:
 * as joined, as dropped, or as rejected.
 */
export function companyOf(group: JoinedGroup, extract: Extract, run: ImportRun): RegisterLine | undefined {
  const { key: number } = group;
  const sections = sectionsOf(group);
  const { enterprises, names, addresses, activities } = sections;
  const [enterprise, ...repeats] = enterprises;
  const others = [...names, ...addresses, ...activities];
  if (enterprise === undefined) {
    drop(others, 'of an enterprise that is not listed', number, run);
    return undefined;
  }
  drop(repeats, 'a row before has the same number', number, run);
  const [type = '', situation = '', form = ''] = textsOf(enterprise);
  if (type !== LEGAL_PERSON && !run.soleTraders) {
    // Of an unknown type, it may be one.
    const why =
      type === NATURAL_PERSON ? 'of a natural person' : 'of an enterprise that is not known as a legal person';
    drop([enterprise, ...others], why, number, run);
    return undefined;
  }
  const name = chosenName(names);
  const codes = activityCodes(activities.map(activityOf));
  const languages = languagesOf(name?.language);
  const labelOf = (list: string, code: string): string | undefined => {
    const label = extract.labels.of(list, code, languages);
    if (label === undefined) run.report.unknownCode(list, code, 'kept');
    return label;
  };
  const worded = (list: string, code: string): string | undefined =>
    code === '' ? undefined : (labelOf(list, code) ?? code);
  const line = run.line(enterprise, () =>
    present<RegisterLine>({
      name: name?.text,
      country_code: countryOf(addresses),
      company_status: worded('JuridicalSituation', situation),
      company_type: worded('TypeOfEnterprise', type),
      legal_form: worded('JuridicalForm', form),
      as_of_date: extract.date,
      identifiers: [{ scheme: 'national_registry_number', value: number, country_scope: 'BE' }],
      classifications: classificationsOf(codes, labelOf),
    }),
  );
  if (line === undefined) drop(others, 'of an enterprise that was rejected', number, run);
  else account(number, sections, codes, run);
  return line;
}

function sectionsOf({ records }: JoinedGroup): Sections {
  const of = (section: Section): JoinedRecord[] => records.filter(({ kind }) => SECTIONS[kind] === section);
  return {
    enterprises: of('enterprises'),
    names: of('names'),
    addresses: of('addresses'),
    activities: of('activities'),
  };
}

/** The registered name in the first of the NAME_LANGUAGES that has one; of several in one language, the first. */
function chosenName(names: readonly JoinedRecord[]): { language: string; text: string } | undefined {
  const read = names.map(textsOf).map(([language = '', text = '']) => ({ language, text }));
  const language = NAME_LANGUAGES.find((one) => read.some((name) => name.language === one));
  return read.find((name) => name.language === language) ?? read[0];
}

/** The language of the name first, where the register knows it. */
function languagesOf(nameLanguage: string | undefined): readonly string[] {
  const own = LABEL_LANGUAGE.get(nameLanguage ?? '');
  return own === undefined ? LABEL_LANGUAGES : [own, ...LABEL_LANGUAGES];
}

function countryOf(addresses: readonly JoinedRecord[]): string | undefined {
  const [seat] = addresses;
  return seat === undefined ? undefined : textsOf(seat)[0];
}

function activityOf(record: JoinedRecord) {
  const [group = '', version = '', code = '', classification = ''] = textsOf(record);
  return { group, version, code, classification };
}

function classificationsOf(
  { codes }: ActivityCodes,
  labelOf: (list: string, code: string) => string | undefined,
): CompanyClassification[] | undefined {
  if (codes.length === 0) return undefined;
  return codes.map(({ version, code, isPrimary }) =>
    present<CompanyClassification>({
      scheme: `Nacebel ${version}`,
      code,
      label: labelOf(`Nace${version}`, code),
      is_primary: isPrimary,
    }),
  );
}

/** Counts what became of the records of a line, and what an operator should know of them. */
function account(
  number: string,
  { names, addresses, activities }: Sections,
  codes: ActivityCodes,
  run: ImportRun,
): void {
  const { report } = run;
  if (!isPublishedNumber('BE ondernemingsnummer', number))
    report.note('number whose check digits do not fit, kept as published', number);
  if (names.length === 0) report.note('enterprise without a registered name', number);
  if (codes.ambiguous) report.note('several main activities in one group and version, the first is primary', number);
  if (names.length > 0) report.note('joined: names', number);
  drop(names.slice(1), 'another registered name', number, run);
  if (addresses.length > 0) report.note('joined: addresses', number);
  drop(addresses.slice(1), 'a second seat', number, run);
  for (let i = 0; i < activities.length; i++) {
    if (i < codes.left) report.drop('activities: beyond the 100 of a line', number);
    else report.note('joined: activities', number);
  }
}

function drop(records: readonly JoinedRecord[], why: string, number: string, run: ImportRun): void {
  for (const { kind } of records) run.report.drop(`${SECTIONS[kind]}: ${why}`, number);
}
