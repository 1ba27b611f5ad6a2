import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  NAME_KEY_BYTES_MAX,
  NUMBER_BYTES_MAX,
  prefixFilterIn,
  type SnapshotScanner,
} from '../../../src/snapshot/index.ts';
import { SEARCH_FILE, type ExportJob } from '../folder.ts';
import { writeNames } from './names.ts';
import { writeNumbers } from './numbers.ts';
import type { Places } from './places.ts';
import { ContentFiles } from './range-file.ts';
import { writeTransliteration } from './transliteration.ts';

/** The version of the format that docs/static-search.md describes. */
const STATIC_FORMAT = 2;
/** A company is listed among all, and in its country; few are in two countries, or in none. */
const ORDERS = 2;
/** With more of them the filter would make the manifest heavier than the requests that it saves. */
const NUMBER_PREFIXES_MAX = 5000;

export interface StaticOptions extends Partial<Pick<ExportJob, 'yieldIfDue' | 'onProgress'>> {
  readonly attribution: string;
}

/** Writes a search of names and numbers as files for web servers that support Range. Returns their paths. */
export async function writeStaticSearch(
  scanner: SnapshotScanner,
  into: string,
  { attribution, yieldIfDue = () => undefined, onProgress = () => undefined }: StaticOptions,
): Promise<readonly string[]> {
  const { generation, records } = scanner.reader.metadata;
  const stepOf = (total: number | undefined, note: string): (() => Promise<void> | undefined) => {
    let done = 0;
    return () => {
      onProgress(++done, total, note);
      return yieldIfDue();
    };
  };
  const files = new ContentFiles(into);
  const names = await writeNames(scanner, files, stepOf(ORDERS * records.active, 'names'));
  const placesOf = (country: string | undefined): Places | undefined => names.get(country)?.places;
  const numbers = await writeNumbers(scanner, files, placesOf, stepOf(undefined, 'numbers'));
  const prefixes = prefixFilterIn(scanner)?.toString('latin1').split('\n');
  const scopes = Object.fromEntries(
    Array.from(names, ([country, { companies, pages }]) => [
      country ?? 'all',
      { companies, pages, numbers: numbers.get(country) ?? [] },
    ]),
  );
  const manifest = {
    format: STATIC_FORMAT,
    generation,
    attribution,
    name_bytes_max: NAME_KEY_BYTES_MAX,
    number_bytes_max: NUMBER_BYTES_MAX,
    ...(prefixes !== undefined && prefixes.length <= NUMBER_PREFIXES_MAX && { number_prefixes: prefixes }),
    transliteration: writeTransliteration(files),
    scopes,
  };
  writeFileSync(join(into, SEARCH_FILE), JSON.stringify(manifest));
  return [SEARCH_FILE, ...files.paths];
}
