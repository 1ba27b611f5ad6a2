import {
  held,
  nationalNumber,
  nonEmpty,
  ordinary,
  present,
  toAddress,
  type Group,
  type ImportRun,
} from '../../importer/index.ts';
import {
  compareText,
  isPublishedNumber,
  type CompanyClassification,
  type CompanyName,
  type RegisterLine,
} from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/** The records joined by enterprise number, each with its word in the report. */
export const JOINED = {
  enterprises: held<Enterprise>('enterprises'),
  names: held<Name>('names'),
  addresses: held<Seat>('addresses'),
  activities: held<Activity>('activities'),
};

/** The codes of an enterprise. */
export interface Enterprise {
  readonly type: string;
  readonly situation?: string;
  readonly form?: string;
  /** The day of the start, `YYYY-MM-DD`. */
  readonly start?: string;
}

/** A name: the registered one in some language, an abbreviation, a trade name. */
export interface Name {
  readonly type: string;
  readonly language?: string;
  readonly text: string;
}

/** The address of the seat in both languages of the register. If the register has only one language, both are equal. */
export interface Seat {
  readonly country?: string;
  readonly postalCode?: string;
  readonly house?: string;
  readonly box?: string;
  readonly nl: Place;
  readonly fr: Place;
}

interface Place {
  readonly street?: string;
  readonly municipality?: string;
}

/** Returns the label of a code in a list, in the first of the languages that has a label; undefined if the list lacks the code. */
export type LabelOf = (list: string, code: string, languages: readonly string[]) => string | undefined;

const NATURAL_PERSON = '1';
const LEGAL_PERSON = '2';

/** The languages of names, preferred first: Dutch, French, German, English, unknown. The register itself ranks no language first. */
const NAME_LANGUAGES = ['2', '1', '3', '4', '0'];

const REGISTERED_NAME = '001';

const FRENCH = '1';

/** The language of labels for the language of a name. */
const LABEL_LANGUAGE: Readonly<Record<string, string>> = { 1: 'FR', 2: 'NL', 3: 'DE', 4: 'EN' };

/** The order of languages for other labels. All labels are in Dutch and French, some in German. */
const LABEL_LANGUAGES = ['NL', 'FR', 'DE', 'EN'];

/** Returns the line of an enterprise from the extract of a day. Every record of the group is counted as joined, dropped or rejected. */
export function lineOfGroup(
  group: Group<typeof JOINED>,
  { labelOf, date }: { readonly labelOf: LabelOf; readonly date: string | undefined },
  run: ImportRun,
): RegisterLine | undefined {
  const { key: number } = group;
  const enterprise = group.newest('enterprises', 'a row before has the same number');
  if (enterprise === undefined) return group.dropAll('of an enterprise that is not listed');
  const { type, situation, form } = enterprise.value;
  if (type !== LEGAL_PERSON && !run.soleTraders) {
    // An enterprise of an unknown type may be a natural person.
    const isPerson = type === NATURAL_PERSON;
    return group.dropAll(
      isPerson ? ordinary('of a natural person') : 'of an enterprise that is not known as a legal person',
    );
  }
  const names = group.values('names');
  const name = chosenName(names.filter((one) => one.type === REGISTERED_NAME));
  const seat = group.values('addresses')[0];
  const activities = activityCodes(group.values('activities'));
  const own = LABEL_LANGUAGE[name?.language ?? ''];
  const languages = own === undefined ? LABEL_LANGUAGES : [own, ...LABEL_LANGUAGES];
  const findLabel = (list: string, code: string): string | undefined => {
    const label = labelOf(list, code, languages);
    if (label === undefined) run.report.unknownCode(list, code, 'kept');
    return label;
  };
  const worded = (list: string, code: string | undefined): string | undefined =>
    code === undefined ? undefined : (findLabel(list, code) ?? code);
  const line = run.line(enterprise, () =>
    present<RegisterLine>({
      name: name?.text,
      country_code: seat?.country,
      company_status: worded('JuridicalSituation', situation),
      company_type: worded('TypeOfEnterprise', type),
      legal_form: worded('JuridicalForm', form),
      as_of_date: date,
      state: run.state('JuridicalSituation', situation),
      registered_on: enterprise.value.start,
      address: type === LEGAL_PERSON && seat !== undefined ? chooseAddress(seat, name?.language) : undefined,
      other_names: nonEmpty(
        names
          .filter(({ text }) => text !== name?.text)
          .map((one): CompanyName => ({ name: one.text, kind: findLabel('TypeOfDenomination', one.type) ?? one.type })),
      ),
      record_url: run.recordUrl(number.replaceAll('.', '')),
      identifiers: [nationalNumber('BE', number)],
      classifications: toClassifications(activities.codes, findLabel),
    }),
  );
  if (line === undefined) group.dropAll('of an enterprise that was rejected', enterprise);
  else account(group, activities, run);
  return line;
}

/** Returns the registered name in the first of the NAME_LANGUAGES that has one. Of several names in that language, the first counts. */
function chosenName(names: readonly Name[]): Name | undefined {
  const language = NAME_LANGUAGES.find((one) => names.some((name) => name.language === one));
  return names.find((name) => name.language === language) ?? names[0];
}

/** Returns the address of the seat in the language of the name: French, or else Dutch. */
function chooseAddress({ country, postalCode, house, box, nl, fr }: Seat, language?: string) {
  const [place, boxWord] = language === FRENCH ? [fr, 'boîte'] : [nl, 'bus'];
  const street = [place.street, house, box && `${boxWord} ${box}`].filter(Boolean).join(' ');
  return toAddress({ street, postal_code: postalCode, locality: place.municipality, country_code: country });
}

function toClassifications(all: ActivityCodes['codes'], labelIn: (list: string, code: string) => string | undefined) {
  if (all.length === 0) return undefined;
  return all.map(({ version, code, isPrimary }) =>
    present<CompanyClassification>({
      scheme: `Nacebel ${version}`,
      code,
      label: labelIn(`Nace${version}`, code),
      is_primary: isPrimary,
    }),
  );
}

/** Counts the records of a line, and notes irregularities for the operator. */
function account(group: Group<typeof JOINED>, { left, ambiguous }: ActivityCodes, { report }: ImportRun): void {
  const { key: number } = group;
  if (!isPublishedNumber('BE ondernemingsnummer', number))
    report.note('number whose check digits do not fit, kept as published', number);
  if (ambiguous) report.note('several main activities in one group and version, the first is primary', number);
  const names = group.all('names');
  if (!names.some(({ value }) => value.type === REGISTERED_NAME))
    report.note('enterprise without a registered name', number);
  for (const _ of names) report.note(ordinary('joined: names'), number);
  if (group.newest('addresses', 'a second seat') !== undefined) report.note(ordinary('joined: addresses'), number);
  for (const [position] of group.all('activities').entries()) {
    if (position < left) report.drop('activities: beyond the 100 of a line', number);
    else report.note(ordinary('joined: activities'), number);
  }
}

/** The groups of activities that may be primary, preferred first: the order of codes.json. */
const ACTIVITY_GROUPS = Object.keys(codes.ActivityGroup);

const MAIN = 'MAIN';

/** One row of activity.csv about an enterprise. */
export interface Activity {
  readonly group: string;
  readonly version: string;
  readonly code: string;
  readonly classification: string;
}

/** Maximum number of codes in a register line. */
const CODES_MAX = 100;

/**
 * Returns the codes of an enterprise, each once: the newest version first, and within a version the primary code, then main activities,
 * then other activities. At most one code of a version is primary: the main activity in the first of the ACTIVITY_GROUPS that has one. If
 * that group has several, the first in the file is primary, and the codes are ambiguous. `left` is the number of rows beyond CODES_MAX.
 */
export function activityCodes(activities: readonly Activity[]) {
  const primary = new Map<string, Activity>();
  for (const activity of activities.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    if (activity.classification !== MAIN || rankOf(activity) === -1 || primary.has(activity.version)) continue;
    primary.set(activity.version, activity);
  }
  let ambiguous = false;
  const found = new Map<string, Pick<Activity, 'version' | 'code'> & { isPrimary: boolean; isMain: boolean }>();
  for (const { group, version, code, classification } of activities) {
    const chosen = primary.get(version);
    const isMain = classification === MAIN;
    ambiguous ||= isMain && chosen?.group === group && chosen.code !== code;
    const key = `${version} ${code}`;
    const wasMain = found.get(key)?.isMain === true;
    found.set(key, { version, code, isPrimary: chosen?.code === code, isMain: isMain || wasMain });
  }
  const sorted = [...found].toSorted(
    ([, a], [, b]) =>
      compareText(b.version, a.version) ||
      Number(b.isPrimary) - Number(a.isPrimary) ||
      Number(b.isMain) - Number(a.isMain),
  );
  const kept = new Map(sorted.slice(0, CODES_MAX));
  const left = activities.filter(({ version, code }) => !kept.has(`${version} ${code}`)).length;
  return { codes: [...kept.values()], left, ambiguous };
}

type ActivityCodes = ReturnType<typeof activityCodes>;

function rankOf({ group }: Activity): number {
  return ACTIVITY_GROUPS.indexOf(group);
}
