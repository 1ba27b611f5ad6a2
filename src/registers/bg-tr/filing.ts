import {
  ordinary,
  present,
  required,
  toAddress,
  withoutEntities,
  type ImportRun,
  type RecordReader,
} from '../../importer/index.ts';
import type { CompanyAddress, OfficerKind } from '../../model/index.ts';
import { OFFICER_FIELDS, STATUS_FIELDS } from './fields.ts';

/** The value of a field: its text, or the name of an officer. A member without a value is an empty text. */
export interface Value {
  readonly text: string;
  /** Only for legal forms and activities. */
  readonly code?: string;
  /** Only for officers. */
  readonly kind?: OfficerKind | '';
  readonly position?: string;
  /** Only for seats. */
  readonly address?: CompanyAddress;
}

/** The change of one field of a company by an entry. */
export interface Change {
  /** The entry number, which is the time to the second; empty if unknown. */
  readonly at: string;
  /** The section: its kind and its number within the company. A company may have several procuras. */
  readonly section: string;
  /** The name of the field's element. */
  readonly field: string;
  /** `Close` ends all of a section; `Erase` without an id ends all of the field. */
  readonly operation: 'Erase' | 'Add' | 'Close';
  /** The id of the record. */
  readonly id?: string;
  readonly value?: Value;
}

/** The changes of one company in the file of one day. */
export interface Filing {
  readonly number: string;
  /** The day of the file, or of its newest entry. */
  readonly day: string;
  readonly status?: string;
  readonly name?: string;
  /** The short code of the company's legal form. */
  readonly form?: string;
  readonly changes: readonly Change[];
}

/** The elements of persons. An element is often present but empty. */
const PERSONS = ['Subject', 'Person', 'LegalEntity'] as const;

const ACTIVITY = 'SubjectOfActivityNKID';

/**
 * The fields with one value, except the seat, and the attributes that hold text and code. Without an attribute, the text of the field
 * counts.
 */
const VALUES: ReadonlyMap<string, { readonly text?: string; readonly code?: string }> = new Map([
  ['UIC', { text: 'uic' }],
  ['Company', {}],
  ['LegalForm', { text: 'Text', code: 'Code' }],
  ['Transliteration', {}],
  [ACTIVITY, { text: 'textNkid', code: 'codeNkid' }],
]);
const SEAT = 'Seat';

/** Returns an attribute of an element. Elements have attributes under `$`, their text under `_`, and children in lists. */
function readAttribute(element: RecordReader, name: string): string | undefined {
  return element.object('$')?.content(name);
}

/** Returns the text of the first child with a name. */
function readText(element: RecordReader, name: string): string | undefined {
  return element.filled(name)[0]?.content('_');
}

/** The kind of an officer by the kind of its number. */
const KIND_OF_NUMBER: ReadonlyMap<string, OfficerKind> = new Map([
  ['EGN', 'natural_person'],
  ['BirthDate', 'natural_person'],
  ['UIC', 'organisation'],
]);

const MAIN = 'MainCircumstances';

/** The words of the register before the parts of a building. */
const BUILDING = { Block: 'бл.', Entrance: 'вх.', Floor: 'ет.', Apartment: 'ап.' };

/** Returns the country of a seat, and its address: `ул. Първа 1, бл. 2, вх. А, ет. 3, ап. 4`. */
function readSeat(field: RecordReader): Value {
  const [address] = field.filled('Address');
  const part = (name: string): string | undefined =>
    address && (withoutEntities(readText(address, name) ?? '') || undefined);
  const street = [part('Street'), part('StreetNumber')].filter(Boolean).join(' ');
  const building = Object.entries(BUILDING).map(([name, word]) => part(name) && `${word} ${part(name)}`);
  return present<Value>({
    text: part('CountryCode') ?? '',
    address: toAddress({
      street: [part('HousingEstate'), street, ...building].filter(Boolean).join(', '),
      postal_code: part('PostCode'),
      locality: part('Settlement') ?? part('ForeignPlace'),
      region: part('District'),
    }),
  });
}

/**
 * Reads a deed. Owners, addresses of persons and personal numbers are never read.
 * @throws {FieldFault} if the deed has no number, or a value does not have the published type
 */
export function readFiling(deed: RecordReader, day: string | undefined, run: ImportRun): Filing {
  const number = required(readAttribute(deed, 'UIC'), '$.UIC');
  const status = readAttribute(deed, 'DeedStatus');
  const form = readAttribute(deed, 'LegalForm');
  run.code('DeedStatus', status, 'left out');
  run.code('LegalForm', form);
  const changes = deed.filled('SubDeed').flatMap((section) => readChanges(section, day, number, run));
  const name = readAttribute(deed, 'CompanyName');
  return present<Filing>({
    number,
    day: day ?? toDay(findNewestTime(changes)),
    status,
    name: name === undefined ? undefined : withoutEntities(name),
    form,
    changes,
  });
}

function readChanges(sub: RecordReader, day: string | undefined, number: string, run: ImportRun): Change[] {
  const kind = readAttribute(sub, 'SubUICType') ?? '';
  const section = `${kind} ${readAttribute(sub, 'SubUIC') ?? ''}`;
  const changes = sub.names.flatMap((field) => {
    if (!isRead(field)) return [];
    return sub.filled(field).flatMap((element) => {
      const operation = readAttribute(element, 'FieldOperation');
      run.code('FieldOperation', operation, 'left out');
      const place = { at: readEntryNumber(element, day), section, field };
      if (operation === 'Erase') return readErasures(element, place, number, run);
      return operation === 'Add' ? readAdditions(element, place, number, run) : [];
    });
  });
  // The main section of a deed closes with the deed, whose status says so.
  if (readAttribute(sub, 'SubDeedStatus') !== 'C' || kind === MAIN) return changes;
  const at = findNewestTime(changes, day && `${day.replaceAll('-', '')}235959`);
  return [...changes, { at, section, field: '', operation: 'Close' }];
}

/** Whether a field is read. `EraseProcura` ends the procura of its section. */
function isRead(field: string): boolean {
  const isKnown = [OFFICER_FIELDS, STATUS_FIELDS, VALUES].some((fields) => fields.has(field));
  return isKnown || field === SEAT || field === 'EraseProcura';
}

type Place = Pick<Change, 'at' | 'section' | 'field'>;

/** Returns the erasures of an element. An erasure that names no record ends all records of the field. */
function readErasures(element: RecordReader, place: Place, number: string, run: ImportRun): Change[] {
  const ids = readRecords(element, place.field).flatMap((record) => readAttribute(record, 'RecordID') ?? []);
  const own = readAttribute(element, 'RecordID');
  if (ids.length > 0) run.report.note('an erasure that names records: only they end', number);
  const { at, section, field } = place;
  return (ids.length > 0 ? ids : [own]).map((id) => present<Change>({ at, section, field, operation: 'Erase', id }));
}

function readAdditions(element: RecordReader, place: Place, number: string, run: ImportRun): Change[] {
  const { field } = place;
  if (field === 'EraseProcura') {
    return element.content('_') === '0' ? [] : [{ ...place, field: 'Procurators', operation: 'Erase' }];
  }
  const id = readAttribute(element, 'RecordID') ?? '';
  if (OFFICER_FIELDS.has(field)) {
    return readRecords(element, field).flatMap((record): Change[] => {
      const value = readPerson(record, run);
      const recordId = readAttribute(record, 'RecordID') ?? (id || (value?.text ?? ''));
      // A trustee in bankruptcy stays in the list after the release; without one, the date is empty or `..`.
      if (/\d/.test(readAttribute(record, 'AcquittanseDate') ?? '')) {
        run.report.note(ordinary(`${field}: released, skipped`), number);
        return [{ ...place, operation: 'Erase', id: recordId }];
      }
      if (value === undefined) run.report.note(`${field}: without a name, skipped`, number);
      if (value === undefined) return [];
      return [{ ...place, operation: 'Add', id: recordId, value }];
    });
  }
  return [{ ...place, operation: 'Add', id, value: field === SEAT ? readSeat(element) : readValue(element, field) }];
}

function readValue(element: RecordReader, field: string): Value {
  const { text, code } = VALUES.get(field) ?? {};
  const published = (text === undefined ? element.content('_') : readAttribute(element, text)) ?? '';
  if (code === undefined) return { text: published };
  const ofCode = readAttribute(element, code) ?? '';
  // The replay orders the changes of one entry by the JSON of their values; for activities, the code must come first.
  return field === ACTIVITY ? { code: ofCode, text: published } : { text: published, code: ofCode };
}

/** Returns the records of a field: its children with the name of the record, or the field itself. */
function readRecords(element: RecordReader, field: string): RecordReader[] {
  const officers = OFFICER_FIELDS.get(field);
  if (officers === undefined) return [];
  return officers.record === undefined ? [element] : element.filled(officers.record);
}

/** Identity cards and personal numbers after a name, in some texts. */
const PERSONAL = /[\s,;(-]*(?:л\.\s?к\.?|лична карта|ЕГН|ЛНЧ)[\s№:;,.-]*\d{6,11}[\s;,)]*/giu;

/** Returns the first person with a name. */
function readPerson(record: RecordReader, run: ImportRun): Value | undefined {
  for (const kind of PERSONS) {
    for (const person of record.filled(kind)) {
      const name = readText(person, 'Name')?.replaceAll(PERSONAL, ' ').trim();
      if (name === undefined || name === '') continue;
      const number = readText(person, 'IndentType');
      run.code('IndentType', number);
      const said = KIND_OF_NUMBER.get(number ?? '') ?? (kind === 'LegalEntity' ? 'organisation' : '');
      return present<Value>({ text: withoutEntities(name), kind: said, position: readAttribute(person, 'Position') });
    }
  }
  return undefined;
}

/** Returns the entry number of a field, else its date, else the day of the file. */
function readEntryNumber(element: RecordReader, day: string | undefined): string {
  const number = readAttribute(element, 'FieldEntryNumber') ?? '';
  if (/^\d{14}$/.test(number)) return number;
  const date = readAttribute(element, 'FieldEntryDate') ?? readAttribute(element, 'FieldActionDate') ?? day ?? '';
  return date
    .replaceAll(/\D/g, '')
    .slice(0, 14)
    .padEnd(date === '' ? 0 : 14, '0');
}

/** Returns the time of the newest change, or `since` if that is later. */
export function findNewestTime(changes: readonly Change[], since = ''): string {
  return changes.reduce((last, { at }) => (at > last ? at : last), since);
}

/** Returns the day of a time; empty if the time is empty. */
export function toDay(at: string): string {
  return at.replace(/^(\d{4})(\d{2})(\d{2}).*/, '$1-$2-$3');
}
