import type { Part } from '../../importer/index.ts';
import { FINNISH } from './codes.ts';

/** Says whether an entry of a history has not ended. */
export function isOpen(entry: Part): boolean {
  return entry.text('endDate') === undefined;
}

/** The entry with the lowest version, which is the present one. Where versions are the same, the first. */
export function lowestVersion(entries: readonly Part[]): Part | undefined {
  return entries.toSorted((a, b) => versionOf(a) - versionOf(b))[0];
}

/** The description in Finnish; undefined where there is none. */
export function finnishOf(entry: Part | undefined): string | undefined {
  return entry
    ?.parts('descriptions')
    .find((description) => description.text('languageCode') === FINNISH)
    ?.text('description');
}

function versionOf(entry: Part): number {
  return Number(entry.digits('version') ?? Number.MAX_SAFE_INTEGER);
}
