import {
  FieldFault,
  RecordReader,
  isDate,
  lineOfEachRow,
  nationalNumber,
  nonEmpty,
  ordinary,
  present,
  required,
  toAddress,
  type ImportRun,
  type JsonRow,
} from '../../importer/index.ts';
import {
  GERMAN_COURTS,
  quoteValue,
  type CompanyAddress,
  type LineOfficer,
  type RegisterLine,
} from '../../model/index.ts';
import about from './about.json' with { type: 'json' };
import { OWNER, findHeld, readNotices, toOfficers } from './officers.ts';

/** The status of companies whose lines have officers. */
const REGISTERED = 'currently registered';

/** Words in the names of sole traders: eingetragener Kaufmann, eingetragene Kauffrau, Inhaber. */
const SOLE_TRADER_NAME =
  /(?:^|[\s,(])(?:e\.\s?K(?:fm|fr)?\b|eingetragene[rn]? Kauf(?:mann|frau)|Inh\.|Inhaber(?:in)?\b)/iu;

/** The forms that § 19 HGB requires in the name of a partnership. */
const PARTNERSHIP_NAME =
  /(?:^|[\s.,])(?:KG|OHG|KGaA|EWIV|Kommanditgesellschaft|offene Handelsgesellschaft)(?=$|[\s,.)])/iu;

/** An address that is complete: it has a postal code and a town. The collector cut addresses after the first abbreviation (`Rheinstr.`). */
const WHOLE_ADDRESS = /, \d{5} \S/;

/** Courts whose code is also their code in the European number (EUID). */
const EUID_COURTS: ReadonlySet<string> = new Set(GERMAN_COURTS.flatMap(({ euid }) => euid ?? []));

/** The court and the number that some notices have behind the town of the seat: `Mainz (Amtsgericht Mainz HRB 1)`. */
const COURT_BEHIND = /\s*\(Amtsgericht .*$/;

/** `B1204_HRB290027`; `M1809_M1801_HRA1105` if the court was merged into another court. */
const KEY = /^[A-Z]\d{4}[A-Z]?(?:_[A-Z]\d{4}[A-Z]?)?_[A-Za-z]+\d+\s?[A-Z]*$/;

/** A key whose court exists today. Code and number make the European number (Implementing Regulation (EU) 2021/1042, annex, section 9). */
const WITH_EUID = /^(?<court>[A-Z]\d{4}[A-Z]?)_(?<number>HR[AB]\d+)$/;

/** Turns the records of the dump into register lines, one per record; sole traders only on request. */
export const read = lineOfEachRow(buildLine);

function buildLine(row: JsonRow, _: string | undefined, run: ImportRun): RegisterLine | undefined {
  const record = new RecordReader(row.value);
  const key = required(record.text('company_number'), 'company_number');
  if (!KEY.test(key)) run.report.note('company number of unknown form, kept as published', key);
  const attributes = record.object('all_attributes');
  const [section, figures] = [attributes?.text('_registerArt'), attributes?.digits('_registerNummer')];
  const number = required(attributes?.text('native_company_number'), 'all_attributes.native_company_number');
  const status = record.text('current_status');
  run.code('_registerArt', section);
  run.code('current_status', status);
  const name = record.content('name');
  const notices = readNotices(record, key, run);
  const isFirm = section === 'HRA';
  const showsOfficers = run.oldOfficers && status === REGISTERED;
  const held = isFirm || showsOfficers ? findHeld(notices) : [];
  const hasOwner = held.some(({ position }) => position === OWNER) || SOLE_TRADER_NAME.test(name ?? '');
  if (isFirm && hasOwner && run.dropsSoleTrader(key)) return undefined;
  const mayBePerson = isFirm && (hasOwner || !PARTNERSHIP_NAME.test(name ?? ''));
  const observed = observedAt(record);
  const former = record.objects('previous_names').flatMap((one) => one.content('company_name') ?? []);
  const { court = '', number: courtNumber } = WITH_EUID.exec(key)?.groups ?? {};
  return present<RegisterLine>({
    key: `de-offeneregister:${key}`,
    name,
    company_status: status,
    company_type: section,
    as_of_date: observed.slice(0, 10),
    state: hasMoved(record, key) ? undefined : run.state('current_status', status),
    address: mayBePerson ? undefined : readAddress(record, key, run),
    former_names: nonEmpty(former.map((formerName) => ({ name: formerName, kind: 'previous_names' }))),
    identifiers: [nationalNumber('DE', number)],
    number_forms: listNumberForms(key, number, section, figures),
    euid: EUID_COURTS.has(court) ? `DE${court}.${courtNumber}` : undefined,
    officers: showsOfficers ? toOfficers(held, createSource(observed)) : undefined,
  });
}

/** Returns the time at which the collector read the record from the register. */
function observedAt(record: RecordReader): string {
  const time = record.text('retrieved_at') ?? '';
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(time) || !isDate(time.slice(0, 10))) {
    throw new FieldFault('retrieved_at', `must be a time, YYYY-MM-DDThh:mm:ssZ, got ${quoteValue(time)}`);
  }
  return time;
}

/** Whether a notice says that the company moved from this number to a number of another court. */
function hasMoved(record: RecordReader, key: string): boolean {
  return record
    .objects('subsequent_registrations')
    .some((move) => move.object('previous_entity')?.object('entity_properties')?.text('company_number') === key);
}

/** Returns the address of the office from the text of a notice, without the final full stop; without one, the town of the seat. */
function readAddress(record: RecordReader, key: string, run: ImportRun): CompanyAddress | undefined {
  const text = record.content('registered_address');
  if (text !== undefined && WHOLE_ADDRESS.test(text)) return toAddress({ text: text.replace(/\.$/, '') });
  if (text !== undefined) run.report.note(ordinary('address that the collector cut, skipped'), key);
  const seat = record.object('all_attributes')?.content('registered_office');
  return toAddress({ locality: seat?.replace(COURT_BEHIND, '') });
}

/** Returns other spellings of the number: with the code of the court, and without the court. */
function listNumberForms(key: string, number: string, section = '', figures = ''): string[] {
  const short = section === '' || figures === '' ? [] : [`${section} ${figures}`];
  return [...new Set([key, ...short])].filter((form) => form !== number);
}

/** Returns the source. Its title includes the year, so that data this old does not look current. */
function createSource(observed: string): LineOfficer['source'] {
  return {
    system: about.officersReuse.system,
    title: `OffeneRegister, as of ${observed.slice(0, 4)}`,
    observed_at: observed,
  };
}
