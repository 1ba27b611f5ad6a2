import type { RecordReader } from '../../importer/index.ts';

/** The languages of descriptions are numbered: 1 Finnish, 2 Swedish, 3 English. */
const FINNISH = '1';

/** Says whether an entry of a history has not ended. */
export function isOpen(entry: RecordReader): boolean {
  return entry.text('endDate') === undefined;
}

/** The entry with the lowest version, which is the present one. Where versions are the same, the first. */
export function lowestVersion(entries: readonly RecordReader[]): RecordReader | undefined {
  return entries.toSorted((a, b) => versionOf(a) - versionOf(b))[0];
}

/** The description in Finnish; undefined where there is none. */
export function finnishOf(entry: RecordReader | undefined): string | undefined {
  return entry
    ?.objects('descriptions')
    .find((description) => description.text('languageCode') === FINNISH)
    ?.text('description');
}

function versionOf(entry: RecordReader): number {
  return Number(entry.digits('version') ?? Number.MAX_SAFE_INTEGER);
}
