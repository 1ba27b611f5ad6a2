import {
  countryCode,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  present,
  withSource,
  type ImportRun,
  type NamedOfficer,
} from '../../importer/index.ts';
import {
  collapseWhiteSpace,
  type CompanyClassification,
  type CompanyName,
  type LineOfficer,
  type RegisterLine,
} from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { LEGAL_FORMS, OFFICER_FIELDS, PERSON_FORMS } from './fields.ts';
import { findNewestTime, toDay, type Filing, type Value } from './filing.ts';
import { State, type Held } from './replay.ts';

/** The words for the two states of an ended deed. */
const ENDED: ReadonlyMap<string, string> = new Map([
  ['C', codes.DeedStatus.C],
  ['L', codes.DeedStatus.L],
]);

/** The states of deeds that were new, not transferred from the register Булстат. */
const NEW: ReadonlySet<string> = new Set(['N', 'C']);

/** The days with files, and the days whose files may be missing. */
export interface Days {
  readonly last?: string;
  /** Days that the publisher lists between the first and the last day, but that the inputs lack. */
  readonly listed: readonly string[];
  /** Before the first listed day: days without a file that are not Sundays, so gaps or holidays. */
  readonly unlisted: readonly string[];
  /** The last day before the first certain gap. A gap is certain if it contains a listed day, or more than HOLIDAYS_MAX days. */
  readonly beforeGap?: string;
}

/** Returns the line of a company after all its filings. */
export function buildLine(number: string, filings: readonly Filing[], days: Days, run: ImportRun): RegisterLine {
  const state = new State(filings.flatMap(({ changes }) => changes));
  const newest = filings.reduce((last, filing) => (toSortKey(filing) > toSortKey(last) ? filing : last));
  noteWrongNumber(run, 'BG ЕИК', number, 'ЕИК');
  const known = state.status();
  const isDeleted = known?.rank === 0;
  const status = (isDeleted ? undefined : ENDED.get(newest.status ?? '')) ?? known?.word;
  const observed = observedOn(newest.day, days);
  const name = newest.name ?? state.value('Company')?.text;
  if (name === undefined || name === '') run.report.note('no name is known', number);
  // A company that was entered before the first day may have officers that no file names.
  const isWhole = state.records('UIC').length > 0;
  const seat = state.value('Seat');
  const country = countryCode(run, 'CountryCode', seat?.text === 'BGR' ? 'BG' : seat?.text || undefined);
  const isPerson = PERSON_FORMS.has(newest.form ?? '');
  // If no field has words for the state, the status of the deed gives it, provided that the first entry is known.
  const deedState = isWhole ? newest.status : undefined;
  const companyState = status === undefined ? run.state('DeedStatus', deedState) : run.state('company_status', status);
  const latinName = state.value('Transliteration')?.text ?? '';
  const activity = toActivity(state.value('SubjectOfActivityNKID'));
  return present<RegisterLine>({
    name: name === '' ? undefined : name,
    country_code: country,
    company_status: status,
    legal_form: findLegalForm(newest.form, state.value('LegalForm')),
    as_of_date: observed,
    state: companyState,
    registered_on: NEW.has(newest.status ?? '') ? firstEntry(filings) : undefined,
    closed_on: isDeleted ? toDay(known.at) || undefined : undefined,
    address: isPerson || seat?.address === undefined ? undefined : present({ ...seat.address, country_code: country }),
    identifiers: [nationalNumber('BG', number)],
    former_names: nonEmpty(formerNames(state.names, name)),
    other_names: latinName === '' ? undefined : [{ name: latinName, kind: 'Transliteration' }],
    classifications: nonEmpty(activity),
    record_url: run.recordUrl(number),
    officers: toOfficers(state, observed, run),
    officers_has_more: isWhole || companyState === 'closed' ? undefined : true,
  });
}

/** Returns the day on which a new deed got its number. */
function firstEntry(filings: readonly Filing[]): string | undefined {
  const changes = filings.flatMap((filing) => filing.changes);
  const entries = changes.filter(({ field, operation }) => field === 'UIC' && operation === 'Add');
  return toDay(entries.map(({ at }) => at).toSorted()[0] ?? '') || undefined;
}

/** Returns a sort key: of two filings on one day, the filing with the later entry counts. */
function toSortKey({ day, changes, status, name, form }: Filing): string {
  return JSON.stringify([day, findNewestTime(changes), status, name, form]);
}

/** Returns the day up to which the state is certain: before a gap, unless the company filed after the gap. */
function observedOn(filed: string, { last, beforeGap }: Days): string | undefined {
  const day = beforeGap === undefined ? last : filed > beforeGap ? filed : beforeGap;
  return day === undefined || day === '' ? undefined : day;
}

/** Returns the register's own words if field 00030 is known and has the legal form of the newest filing. */
function findLegalForm(form: string | undefined, field: Value | undefined): string | undefined {
  const { text = '', code } = field ?? {};
  const newest = LEGAL_FORMS.get(form ?? '');
  const isNewest = form === undefined || (newest !== undefined && newest.code === code);
  return isNewest && text !== '' ? text : (newest?.label ?? form);
}

/** Returns the names that a later entry replaced. */
function formerNames(names: readonly Held[], current: string | undefined): CompanyName[] {
  const former = new Map<string, CompanyName>();
  for (const [position, { value }] of names.entries()) {
    const { text: name } = value;
    const next = names[position + 1];
    if (name === '' || name === current || next === undefined || next.value.text === name) continue;
    former.set(name, present<CompanyName>({ name, kind: 'Company', until: toDay(next.at) || undefined }));
  }
  return [...former.values()];
}

/** Returns the activity. Codes of the classification of 2008 have a point; codes of the previous classification had none. */
function toActivity(field: Value | undefined): CompanyClassification[] {
  const { code = '', text: label = '' } = field ?? {};
  if (code === '') return [];
  const scheme = code.includes('.') ? 'КИД-2008' : 'НКИД-2003';
  return [present<CompanyClassification>({ scheme, code, label: label || undefined, is_primary: true })];
}

/** Returns the officers in the order of the list of fields. Records with the same name are one officer with several roles. */
function toOfficers(state: State, observed: string | undefined, run: ImportRun): LineOfficer[] | undefined {
  const records = [...OFFICER_FIELDS].flatMap(([field, { role }]) =>
    state.records(field).map(({ value }) => ({ value, roles: [role, value.position ?? role] })),
  );
  const holders = Map.groupBy(records, ({ value }) => collapseWhiteSpace(value.text).toLocaleUpperCase('bg'));
  const named = Array.from(holders.values(), (held): NamedOfficer => {
    // If a person and a company have the same name, the kind is unknown.
    const [kind, other] = new Set(held.flatMap(({ value }) => value.kind || []));
    const roles = [...new Set(held.flatMap(({ roles: own }) => own))];
    return present({ name: held[0]?.value.text, kind: other === undefined ? kind : undefined, roles });
  });
  return withSource(named, run.officerSource(observed));
}
