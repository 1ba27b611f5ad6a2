import anyAscii from 'any-ascii';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NAME_KEY_BYTES_MAX, NUMBER_BYTES_MAX, SnapshotReader, readPrefixFilter } from '../../../src/snapshot/index.ts';
import { SEARCH_FILE, checked, exportInto, type CheckedFile, type ExportJob, type PublishedExport } from '../folder.ts';
import { writeNames, type Places } from './names.ts';
import { writeNumbers } from './numbers.ts';
import { ContentFiles, Parts, type Range } from './range-file.ts';

/** The version of the format that docs/static-search.md describes. */
const STATIC_FORMAT = 2;
/** Number of lists that a company is in: the list of all companies and that of its country. Few companies have two countries, or none. */
const ORDERS = 2;
/** Maximum number of prefixes in the manifest. A larger filter would cost more bytes than the requests that it saves. */
const NUMBER_PREFIXES_MAX = 5000;

export interface StaticExportOptions extends ExportJob {
  readonly attribution: string;
  /** Texts stored beside the data, by name: a page and its script. */
  readonly besides: ReadonlyMap<string, string>;
}

export interface StaticOutcome extends PublishedExport {
  readonly generation: string;
  readonly companies: number;
  readonly files: readonly CheckedFile[];
}

/**
 * Writes a search without a server as an export of its own, see docs/static-search.md.
 * @throws {InputError} as {@linkcode exportInto}
 */
export async function exportStatic(options: StaticExportOptions): Promise<StaticOutcome> {
  return await exportInto(options, SEARCH_FILE, async (folder) => {
    await using reader = SnapshotReader.open(options.snapshot);
    const { generation, records } = reader.metadata;
    const data = await writeStaticSearch(reader, folder, options);
    for (const [name, text] of options.besides) writeFileSync(join(folder, name), text);
    const paths = [...data, ...options.besides.keys()].map((path) => ({ path }));
    const files = await checked(folder, paths, options.signal);
    return { outcome: { generation, companies: records.active, files }, files };
  });
}

/** Writes a search of names and numbers as files for web servers that support Range. Returns their paths. */
export async function writeStaticSearch(
  reader: SnapshotReader,
  into: string,
  {
    attribution,
    yieldIfDue = () => undefined,
    onProgress = () => undefined,
  }: Pick<StaticExportOptions, 'attribution'> & Partial<ExportJob>,
): Promise<readonly string[]> {
  const { generation, records } = reader.metadata;
  const createStep = (total: number | undefined, note: string): (() => Promise<void> | undefined) => {
    let done = 0;
    return () => {
      onProgress(++done, total, note);
      return yieldIfDue();
    };
  };
  const files = new ContentFiles(into);
  const names = await writeNames(reader, files, createStep(ORDERS * records.active, 'names'));
  const findPlaces = (country: string | undefined): Places | undefined => names.get(country)?.places;
  const numbers = await writeNumbers(reader, files, findPlaces, createStep(undefined, 'numbers'));
  const prefixes = readPrefixFilter(reader)?.toString('latin1').split('\n');
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

const PAGE_CHARS = 256;
const CODE_POINT_MAX = 0x10ffff;
const SURROGATES = { first: 0xd8, last: 0xdf };

/**
 * Writes the ASCII form of all characters that have one, so that clients fold names like the service. Returns the file of the table and
 * its pages. The number of a page is the first code point of its characters divided by 256.
 */
function writeTransliteration(files: ContentFiles) {
  const parts = new Parts();
  const pages: (readonly [page: number, ...Range])[] = [];
  for (let page = 0; page <= CODE_POINT_MAX / PAGE_CHARS; page++) {
    if (page >= SURROGATES.first && page <= SURROGATES.last) continue;
    const characters = Array.from({ length: PAGE_CHARS }, (_, i) => String.fromCodePoint(page * PAGE_CHARS + i));
    // Most pages have no character with an ASCII form.
    if (anyAscii(characters.join('')) === '') continue;
    pages.push([page, ...parts.add(characters.map((character) => anyAscii(character)))]);
  }
  return { file: parts.writeTo(files), pages };
}
