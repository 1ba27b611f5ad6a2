import { FieldFault, present, withoutEntities, type ImportRun } from '../../importer/index.ts';
import type { OfficerKind } from '../../model/index.ts';
import { KIND_OF_NUMBER, LEGAL_FORMS, OFFICER_FIELDS, STATUS_FIELDS } from './codes.ts';
import type { Element } from './element.ts';

/** What a field holds: its text, of an officer the name. A member without a value is an empty text. */
export interface Value {
  readonly text: string;
  /** Of a legal form or an activity. */
  readonly code?: string;
  /** Of an officer. */
  readonly kind?: OfficerKind | '';
  readonly position?: string;
}

/** What an entry did to one field of a company. */
export interface Change {
  /** When it was entered: the entry number, which is the time to the second; empty where nothing says it. */
  readonly at: string;
  /** The section: its kind and its number within the company. A company may have several procuras. */
  readonly section: string;
  /** The element. */
  readonly field: string;
  /** `Close` ends all of a section; `Erase` without an id ends all of the field. */
  readonly operation: 'Erase' | 'Add' | 'Close';
  /** The record. */
  readonly id?: string;
  readonly value?: Value;
}

/** What one day's file says of one company. */
export interface Filing {
  readonly number: string;
  /** The day of the file, or that of its newest entry. */
  readonly day: string;
  readonly status?: string;
  readonly name?: string;
  /** The short code of its legal form. */
  readonly form?: string;
  readonly changes: readonly Change[];
}

/** The elements of persons; one is often there and empty. */
const PERSONS = ['Subject', 'Person', 'LegalEntity'] as const;

/** Fields with one value, and how it is read. Others are never looked into. */
const VALUES: ReadonlyMap<string, (field: Element) => Value> = new Map<string, (field: Element) => Value>([
  ['UIC', (field) => ({ text: field.attribute('uic') ?? '' })],
  ['Company', (field) => ({ text: field.text ?? '' })],
  ['LegalForm', (field) => ({ text: field.attribute('Text') ?? '', code: field.attribute('Code') ?? '' })],
  ['Transliteration', (field) => ({ text: field.text ?? '' })],
  ['Seat', (field) => ({ text: field.children('Address')[0]?.textOf('CountryCode') ?? '' })],
  [
    'SubjectOfActivityNKID',
    (field) => ({ code: field.attribute('codeNkid') ?? '', text: field.attribute('textNkid') ?? '' }),
  ],
]);

const MAIN = 'MainCircumstances';

/**
 * Reads a deed. Owners, addresses and personal numbers are never looked at.
 * @throws {FieldFault} where it has no number, or a value has not the published type
 */
export function filingOf(deed: Element, day: string | undefined, run: ImportRun): Filing {
  const number = deed.attribute('UIC');
  if (number === undefined) throw new FieldFault('$.UIC', 'is missing');
  const status = deed.attribute('DeedStatus');
  const form = deed.attribute('LegalForm');
  run.code('DeedStatus', status, 'left out');
  run.code('LegalForm', form);
  const changes = deed.children('SubDeed').flatMap((section) => changesOf(section, day, number, run));
  const newest = changes.reduce((last, { at }) => (at > last ? at : last), '');
  const name = deed.attribute('CompanyName');
  return present<Filing>({
    number,
    day: day ?? newest.replace(/^(\d{4})(\d{2})(\d{2}).*/, '$1-$2-$3'),
    status,
    name: name === undefined ? undefined : withoutEntities(name),
    form,
    changes,
  });
}

function changesOf(sub: Element, day: string | undefined, number: string, run: ImportRun): Change[] {
  const kind = sub.attribute('SubUICType') ?? '';
  const section = `${kind} ${sub.attribute('SubUIC') ?? ''}`;
  const changes = sub.names.flatMap((field) => {
    if (!isRead(field)) return [];
    return sub.children(field).flatMap((element) => {
      const operation = element.attribute('FieldOperation');
      run.code('FieldOperation', operation, 'left out');
      const place = { at: entryOf(element, day), section, field };
      if (operation === 'Erase') return erasuresOf(element, place, number, run);
      return operation === 'Add' ? additionsOf(element, place, number, run) : [];
    });
  });
  // The main section of a deed closes with the deed, whose status says so.
  if (sub.attribute('SubDeedStatus') !== 'C' || kind === MAIN) return changes;
  const at = changes.reduce((last, change) => (change.at > last ? change.at : last), endOf(day));
  return [...changes, { at, section, field: '', operation: 'Close' }];
}

/** Whether a field is looked into. `EraseProcura` ends the procura of its section. */
function isRead(field: string): boolean {
  return OFFICER_FIELDS.has(field) || STATUS_FIELDS.has(field) || VALUES.has(field) || field === 'EraseProcura';
}

type Place = Pick<Change, 'at' | 'section' | 'field'>;

/** An erasure that names no record ends all of the field. */
function erasuresOf(element: Element, place: Place, number: string, run: ImportRun): Change[] {
  const ids = recordsOf(element, place.field).flatMap((record) => record.attribute('RecordID') ?? []);
  const own = element.attribute('RecordID');
  if (ids.length > 0) run.report.note('an erasure that names records: only they end', number);
  const ended = ids.length > 0 ? ids : own === undefined ? [] : [own];
  if (ended.length === 0) return [{ ...place, operation: 'Erase' }];
  const { at, section, field } = place;
  return ended.map((id) => ({ at, section, field, operation: 'Erase', id }));
}

function additionsOf(element: Element, place: Place, number: string, run: ImportRun): Change[] {
  const { field } = place;
  if (field === 'EraseProcura') {
    return element.text === '0' ? [] : [{ ...place, field: 'Procurators', operation: 'Erase' }];
  }
  const id = element.attribute('RecordID') ?? '';
  if (OFFICER_FIELDS.has(field)) {
    return recordsOf(element, field).flatMap((record): Change[] => {
      const value = personOf(record, run);
      if (value === undefined) run.report.note(`${field}: without a name, left out`, number);
      if (value === undefined) return [];
      return [{ ...place, operation: 'Add', id: record.attribute('RecordID') ?? (id || value.text), value }];
    });
  }
  const value = VALUES.get(field)?.(element) ?? { text: element.text ?? '' };
  return [{ ...place, operation: 'Add', id, value }];
}

/** The records of a field: its children of the one name, or the field itself. */
function recordsOf(element: Element, field: string): Element[] {
  const officers = OFFICER_FIELDS.get(field);
  if (officers === undefined) return [];
  return officers.record === undefined ? [element] : element.children(officers.record);
}

/** Identity cards and personal numbers that some texts have behind a name. */
const PERSONAL = /[\s,;(-]*(?:л\.\s?к\.?|лична карта|ЕГН|ЛНЧ)[\s№:;,.-]*\d{6,11}[\s;,)]*/giu;

/** The first person that has a name. */
function personOf(record: Element, run: ImportRun): Value | undefined {
  for (const kind of PERSONS) {
    for (const person of record.children(kind)) {
      const name = person.textOf('Name')?.replaceAll(PERSONAL, ' ').trim();
      if (name === undefined || name === '') continue;
      const number = person.textOf('IndentType');
      run.code('IndentType', number);
      const said = KIND_OF_NUMBER.get(number ?? '') ?? (kind === 'LegalEntity' ? 'organisation' : '');
      return present<Value>({ text: withoutEntities(name), kind: said, position: person.attribute('Position') });
    }
  }
  return undefined;
}

/** When a field was entered: the number of its entry, else its date, else the day of the file. */
function entryOf(element: Element, day: string | undefined): string {
  const number = element.attribute('FieldEntryNumber') ?? '';
  if (/^\d{14}$/.test(number)) return number;
  const date = element.attribute('FieldEntryDate') ?? element.attribute('FieldActionDate') ?? day ?? '';
  return date
    .replaceAll(/\D/g, '')
    .slice(0, 14)
    .padEnd(date === '' ? 0 : 14, '0');
}

function endOf(day: string | undefined): string {
  return day === undefined ? '' : `${day.replaceAll('-', '')}235959`;
}

/** The short code of a form by the register's code of it. */
export function shortFormOf(code: string | undefined): string | undefined {
  return [...LEGAL_FORMS].find(([, form]) => form.code === code)?.[0];
}
