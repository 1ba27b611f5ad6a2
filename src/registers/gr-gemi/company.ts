import {
  OfficerRoles,
  SOLE_TRADER,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  ordinary,
  present,
  publishedDay,
  toAddress,
  withSource,
  type ImportRun,
  type Reason,
  type RecordReader,
} from '../../importer/index.ts';
import type {
  CompanyAddress,
  CompanyClassification,
  CompanyIdentifier,
  CompanyName,
  LineOfficer,
  RegisterLine,
} from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { BOARD, NO_FORM, SOLE_TRADER_FORM, bareNumber, isManagement, readNumber, splitRole } from './values.ts';

const WITHOUT_FORM = ordinary('without a legal form: may be a sole trader');

/** The legal form of a branch of a foreign company. */
const FOREIGN_BRANCH = '15';

/** The forms of companies with a European number (Directive (EU) 2017/1132, annex II): ΑΕ, ΕΠΕ, ΙΚΕ and ΕΕ by shares. */
const EUROPEAN_FORMS: ReadonlySet<string> = new Set(['1', '8', '19', '68']);

/** The names of the versions of the classification of activities (ΚΑΔ), by the interface's names for them. */
const ACTIVITY_SCHEMES: ReadonlyMap<string, string> = new Map(Object.entries(codes['activity.kadVersion']));

const PRIMARY = 'Κύρια';

/** Maximum number of activities in a register line. */
const ACTIVITIES_MAX = 100;

/** The lists of names in addition to the registered name, each with its kind in the words of the interface. */
const OTHER_NAMES = {
  coNamesEn: 'Επωνυμία με λατινικούς χαρακτήρες',
  coTitlesEl: 'Διακριτικός τίτλος',
  coTitlesEn: 'Διακριτικός τίτλος με λατινικούς χαρακτήρες',
} as const;

/** The part of a record that is joined with others of the same number. */
export interface Company {
  readonly number: string;
  /** The reason why the company has no line. */
  readonly leftOut?: string | Reason;
  /** The line. Its status and legal form are codes if the record lacks the words. */
  readonly line?: RegisterLine;
}

/**
 * Reads a record.
 * @param observed the day of the response
 * @throws {FieldFault} if the record has no number, or a value does not have the published type
 */
export function readCompany(record: RecordReader, observed: string | undefined, run: ImportRun): Company {
  const number = readNumber(record);
  const form = record.object('legalType');
  const formCode = form?.digits('id');
  run.code('legalType', formCode);
  if (record.flag('isBranch')) return { number, leftOut: ordinary('branch') };
  // A record without a known form may belong to a person in business.
  const isPerson = formCode === undefined || formCode === NO_FORM || formCode === SOLE_TRADER_FORM;
  if (isPerson && !run.soleTraders)
    return { number, leftOut: formCode === SOLE_TRADER_FORM ? SOLE_TRADER : WITHOUT_FORM };
  const status = record.object('status');
  const statusCode = status?.digits('id');
  run.code('status', statusCode);
  const state = run.state('status', statusCode);
  const names = readOtherNames(record);
  const name = record.content('coNameEl') ?? names[0]?.name;
  const written = otherForm(number);
  const line = present<RegisterLine>({
    name,
    company_status: status?.content('descr') ?? statusCode,
    legal_form: form?.content('descr') ?? formCode,
    as_of_date: observed,
    identifiers: [nationalNumber('GR', number), ...readTaxNumber(record, number, run)],
    number_forms: written === undefined ? undefined : [written],
    other_names: nonEmpty(names.filter((other) => other.name !== name)),
    classifications: nonEmpty(readActivities(record, number, observed, run)),
    officers: readOfficers(record, number, observed, run),
    state,
    registered_on: publishedDay(run, 'incorporationDate', record.text('incorporationDate')),
    closed_on: state === 'closed' ? publishedDay(run, 'lastStatusChange', record.text('lastStatusChange')) : undefined,
    address: isPerson || formCode === FOREIGN_BRANCH ? undefined : readAddress(record),
    euid: EUROPEAN_FORMS.has(formCode ?? '') ? `ELGEMI.${paddedNumber(number)}` : undefined,
    record_url: run.recordUrl(number),
  });
  return { number, line };
}

/** Returns a number padded with zeros to twelve digits. */
function paddedNumber(number: string): string {
  return bareNumber(number).padStart(12, '0');
}

/** Returns the other spelling of a number: the interface does not pad it, the index of LEIs pads it with zeros to twelve digits. */
export function otherForm(number: string): string | undefined {
  return [paddedNumber(number), bareNumber(number)].find((form) => form !== number);
}

/** Returns the address of the seat. The interface has no country; the city is often absent, the municipality is not. */
function readAddress(record: RecordReader): CompanyAddress | undefined {
  return toAddress({
    street: ['street', 'streetNumber'].flatMap((part) => record.content(part) ?? []).join(' '),
    postal_code: record.digits('zipCode'),
    locality: record.content('city') ?? record.object('municipality')?.content('descr'),
    region: record.object('prefecture')?.content('descr'),
  });
}

/** Returns the tax number of the company itself (ΑΦΜ). With the prefix EL it would be the VAT number, which the register does not print. */
function readTaxNumber(record: RecordReader, number: string, run: ImportRun): CompanyIdentifier[] {
  const afm = record.digits('afm');
  if (afm === undefined || /^0*$/.test(afm)) return [];
  noteWrongNumber(run, 'GR ΑΦΜ', afm, 'ΑΦΜ', number);
  return [{ scheme: 'tin', value: afm, country_scope: 'GR' }];
}

function readOtherNames(record: RecordReader): CompanyName[] {
  const names = Object.entries(OTHER_NAMES).flatMap(([list, kind]) =>
    record.texts(list).map((name): CompanyName => ({ name, kind })),
  );
  return names.filter(({ name }, at) => names.findIndex((other) => other.name === name) === at);
}

/**
 * Returns the current activities, primary activities first. Activities of the old version of the classification ended on the day on which
 * activities of the new version began.
 */
function readActivities(
  record: RecordReader,
  number: string,
  observed: string | undefined,
  run: ImportRun,
): CompanyClassification[] {
  const found = new Map<string, CompanyClassification>();
  for (const entry of record.objects('activities')) {
    const until = entry.day('dtTo');
    if (until !== undefined && (observed === undefined || until <= observed)) continue;
    const activity = entry.object('activity');
    const code = activity?.digits('id');
    if (activity === undefined || code === undefined) continue;
    const version = activity.text('kadVersion');
    run.code('activity.kadVersion', version);
    const type = entry.content('type');
    run.code('activities.type', type);
    const scheme = ACTIVITY_SCHEMES.get(version ?? '') ?? version ?? 'ΚΑΔ';
    const key = `${scheme} ${code}`;
    if (found.get(key)?.is_primary === true) continue;
    const label = activity.content('descr');
    found.set(key, present<CompanyClassification>({ scheme, code, label, is_primary: type === PRIMARY }));
  }
  const all = [...found.values()].toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary));
  if (all.length > ACTIVITIES_MAX)
    run.report.note(`more than ${ACTIVITIES_MAX} activities: the first are taken`, number);
  return all.slice(0, ACTIVITIES_MAX);
}

/**
 * Returns the officers on a day, in the order of the register: members of boards, and partners whose role says that they manage or
 * represent. Entries with the same name and the same first day are one officer with several roles. Shares are not read.
 */
function readOfficers(
  record: RecordReader,
  number: string,
  observed: string | undefined,
  run: ImportRun,
): LineOfficer[] | undefined {
  const officers = new OfficerRoles();
  for (const person of record.objects('persons')) {
    const role = person.content('role');
    if (!isOfficer(person, role, run)) continue;
    const until = person.day('dtTo');
    // An office whose term ends in the future is still held.
    if (until !== undefined && observed !== undefined && until < observed) continue;
    const ofPerson = person.content('personName');
    const name = ofPerson ?? person.content('businessName');
    const kind = ofPerson === undefined ? 'organisation' : 'natural_person';
    if (name === undefined) {
      run.report.note('officer without a name, skipped', number);
      continue;
    }
    const from = person.day('dtFrom');
    officers.add(JSON.stringify([name, kind, from]), { name, kind, appointed_on: from }, role);
  }
  return withSource(officers.officers, run.officerSource(observed));
}

/** Whether a person is an officer: members of boards by category, all others by role. */
function isOfficer(person: RecordReader, role: string | undefined, run: ImportRun): boolean {
  const category = person.content('category');
  if (category === BOARD) return true;
  const parts = splitRole(role ?? '');
  const isShown = parts.some(isManagement);
  run.code('persons.category', category, isShown ? 'kept' : 'left out');
  for (const part of parts) run.code('persons.role', part, isShown ? 'kept' : 'left out');
  return isShown;
}
