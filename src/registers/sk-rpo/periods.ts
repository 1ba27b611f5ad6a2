import type { RecordReader } from '../../importer/index.ts';

/** The register's placeholder for a missing date. */
const NO_DATE = '1800-01-01';

/** Returns a day of an entry; undefined if the entry lacks it. */
export function readDay(entry: RecordReader, name: 'validFrom' | 'validTo'): string | undefined {
  const day = entry.day(name);
  return day === NO_DATE ? undefined : day;
}

/** Whether an entry of a history has no end. */
export function isOpen(entry: RecordReader): boolean {
  const end = entry.text('validTo');
  return end === undefined || end.startsWith(NO_DATE);
}

/** Returns the open entry that began last; if a record has ended and has no open entry, its last entry. */
export function findCurrent(entries: readonly RecordReader[], hasEnded: boolean): RecordReader | undefined {
  return findLast(entries, isOpen) ?? (hasEnded ? findLast(entries, () => true) : undefined);
}

function findLast(
  entries: readonly RecordReader[],
  counts: (entry: RecordReader) => boolean,
): RecordReader | undefined {
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
