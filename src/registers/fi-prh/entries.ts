import type { RecordReader } from '../../importer/index.ts';

/** The languages of descriptions are numbered: 1 Finnish, 2 Swedish, 3 English. */
export const FINNISH = '1';

export function isOpen(entry: RecordReader): boolean {
  return entry.text('endDate') === undefined;
}

/** The present entry: the first with the lowest version. */
export function lowestVersion(entries: readonly RecordReader[]): RecordReader | undefined {
  return entries.toSorted((a, b) => versionOf(a) - versionOf(b))[0];
}

export function finnishOf(entry: RecordReader | undefined): string | undefined {
  return entry
    ?.objects('descriptions')
    .find((description) => description.text('languageCode') === FINNISH)
    ?.text('description');
}

function versionOf(entry: RecordReader): number {
  return Number(entry.digits('version') ?? Number.MAX_SAFE_INTEGER);
}
