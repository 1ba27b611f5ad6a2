import { isDate, type RecordReader } from '../../importer/index.ts';

/** What the register writes where there is no date: a day long before its first one. */
const NO_DATE = '1800-01-01';

/** A day of an entry; undefined where there is none. */
export function dayOf(entry: RecordReader, name: 'validFrom' | 'validTo'): string | undefined {
  const day = entry.text(name)?.slice(0, NO_DATE.length);
  return day !== undefined && day !== NO_DATE && isDate(day) ? day : undefined;
}

/** Whether an entry of a history holds at present: nothing is said of its end. */
export function isOpen(entry: RecordReader): boolean {
  const end = entry.text('validTo');
  return end === undefined || end.startsWith(NO_DATE);
}

/** The open entry that began last; of a record that has ended, the last entry where none is open. */
export function currentOf(entries: readonly RecordReader[], hasEnded: boolean): RecordReader | undefined {
  return lastOf(entries, isOpen) ?? (hasEnded ? lastOf(entries, () => true) : undefined);
}

function lastOf(entries: readonly RecordReader[], counts: (entry: RecordReader) => boolean): RecordReader | undefined {
  let last: RecordReader | undefined;
  let start = '';
  for (const entry of entries) {
    const from = entry.text('validFrom') ?? '';
    if (from < start || !counts(entry)) continue;
    last = entry;
    start = from;
  }
  return last;
}
