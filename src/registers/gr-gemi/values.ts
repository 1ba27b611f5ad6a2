import { FieldFault, RecordReader, required } from '../../importer/declaration.ts';
import { quoteValue } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/** The legal form of a person in business, and the legal form that means "unknown". */
export const [SOLE_TRADER_FORM, NO_FORM] = ['16', '0'];

/** The category of persons who are officers whatever their role. */
export const BOARD = 'Διοικητικό συμβούλιο';

/** Returns the parts of a role: `Ετερόρρυθμο Μέλος, Διαχειριστής & Εκπρόσωπος` has three. */
export function splitRole(role: string): string[] {
  return role.split(/\s*(?:,|&|\s-\s|\sκαι\s)\s*/u).filter((part) => part !== '');
}

/** Whether a part of a role means to manage or represent the company; other known parts only mean a share. */
export function isManagement(part: string): boolean {
  return codes['persons.role'].management.includes(part);
}

/**
 * Returns the codes of a list with their words. Codes are texts in the lists, but numbers in the records.
 * @throws {FieldFault} if the value is not a list, or is empty
 */
export function readEntries(list: unknown): [code: string, words: string | undefined][] {
  if (!Array.isArray(list) || list.length === 0) throw new FieldFault('body', 'must be a list that has entries');
  return list.map((value) => {
    const entry = new RecordReader(value);
    return [required(entry.digits('id'), 'id'), entry.content('descr')];
  });
}

/** Returns the number of companies in the list that a page belongs to; NaN if the page does not state it. */
export function readTotal(page: RecordReader): number {
  return Number(page.object('searchMetadata')?.digits('totalCount') ?? Number.NaN);
}

/** Returns the number as published. @throws {FieldFault} if it is missing or too long */
export function readNumber(record: RecordReader): string {
  const number = required(record.digits('arGemi'), 'arGemi');
  if (!/^\d{1,12}$/.test(number)) throw new FieldFault('arGemi', `must have 1 to 12 digits, got ${quoteValue(number)}`);
  return number;
}

/** Returns a number without leading zeros, by which records are joined: the interface accepts both. */
export function bareNumber(number: string): string {
  return number.replace(/^0+(?=\d)/, '');
}
