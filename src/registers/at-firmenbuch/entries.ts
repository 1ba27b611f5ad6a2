import { addressOf, isoDate, present, type RecordReader } from '../../importer/index.ts';
import type { CompanyAddress, CompanyName } from '../../model/index.ts';
import { linesOf } from './soap.ts';

/** The attribute of an entry that ended when the company was struck off: the number of the entry that struck it off. */
export const GONE_WITH_COMPANY = '@MIT_FIRMA_GELOESCHT_DURCH_VNR';

/** The number of the first entry, and the beginning of its text for a new company; older companies were transferred from books. */
const FIRST_ENTRY = '001';
const NEW_COMPANY = /^Antrag auf Neueintragung/i;

export const COMPACT_DATE = /^(?<year>\d{4})-?(?<month>\d{2})-?(?<day>\d{2})/;

/** Whether an entry is in force, or was until the company was struck off. */
export function isCurrent(entry: RecordReader): boolean {
  return entry.text('@AUFRECHT') !== 'false' || entry.has(GONE_WITH_COMPANY);
}

/** The newest of the entries in force. */
export function currentOf(entries: readonly RecordReader[]): RecordReader | undefined {
  return entries.findLast(isCurrent);
}

/** The days of entries by their numbers, and the day of the first one if it registered the company. */
export function entryDays(answer: RecordReader): { days: ReadonlyMap<string, string>; registered: string | undefined } {
  const days = new Map<string, string>();
  let registered: string | undefined;
  for (const entry of answer.each('VOLLZ')) {
    const number = entry.content('VNR');
    const day = isoDate(entry.content('VOLLZUGSDATUM'), COMPACT_DATE);
    if (number === undefined || day === undefined) continue;
    days.set(number, day);
    if (number === FIRST_ENTRY && NEW_COMPANY.test(entry.content('ANTRAGSTEXT') ?? '')) registered = day;
  }
  return { days, registered };
}

/** The business address, `Technikerstraße 5/2/14`: house, staircase, door. `STELLE` is not read: it may name a person. */
export function officeOf(entry: RecordReader | undefined, country: string | undefined): CompanyAddress | undefined {
  if (entry === undefined) return undefined;
  const number = ['HAUSNUMMER', 'STIEGE', 'TUERNUMMER'].flatMap((part) => entry.content(part) ?? []).join('/');
  const street = [entry.content('STRASSE'), number].filter(Boolean).join(' ');
  return addressOf({
    street,
    postal_code: entry.content('PLZ'),
    locality: entry.content('ORT'),
    country_code: country,
  });
}

/** The names that ended, each from the day of its entry. */
export function formerNamesOf(entries: readonly RecordReader[], days: ReadonlyMap<string, string>): CompanyName[] {
  return entries.flatMap((entry) => {
    const name = linesOf(entry, 'BEZEICHNUNG');
    if (name === undefined || isCurrent(entry)) return [];
    return present<CompanyName>({ name, kind: 'BEZEICHNUNG', from: days.get(entry.text('@VNR') ?? '') });
  });
}
