/**
 * Searches names and business IDs without a service, in files that `openfirma export --format static` wrote.
 * @module
 */
import { codePointCount, collapseWhiteSpace, foldLatin, foldName, foldNumber, isoCountry } from './folding.ts';
import {
  BlockTable,
  LABELS,
  RangeFiles,
  StaticSearchError,
  decodeCompany,
  decodeNames,
  findPlaces,
  type IndexPage,
  type NameBlock,
  type Range,
  type StaticCompany,
} from './ranges.ts';
import type { Fetch } from './requests.ts';

export { StaticSearchError, type StaticCompany } from './ranges.ts';
export type { Fetch } from './requests.ts';

/** Companies in registry name order. */
export interface StaticPage {
  data: StaticCompany[];
  /** The text to show wherever the data is shown. */
  attribution: string;
  /** The value to pass as `after` for the next page; undefined on the last page. */
  next: number | undefined;
}

export interface StaticSearchOptions {
  /** The start of a name or of a business ID, 3 to 64 characters. */
  q: string;
  /** ISO 3166-1 alpha-2; by default every country. */
  country?: string | undefined;
  /** Companies per page, 1 to 25. Default 10. */
  limit?: number | undefined;
  /** `next` of the previous page. */
  after?: number | undefined;
}

interface Scope {
  readonly companies: number;
  readonly pages: readonly IndexPage[];
  readonly numbers: readonly IndexPage[];
}

interface Manifest {
  readonly format: number;
  readonly generation: string;
  readonly attribution: string;
  readonly name_bytes_max: number;
  readonly number_bytes_max: number;
  readonly number_prefixes?: readonly string[];
  readonly transliteration: { readonly file: string; readonly pages: readonly (readonly [page: number, ...Range])[] };
  readonly scopes: Readonly<Record<string, Scope>>;
}

/** A branch has only places. A leaf also has the common beginning of its numbers and the rest of each number. */
type NumberRow =
  | readonly [key: string, places: readonly number[]]
  | readonly [key: string, common: string, places: readonly number[], rests: readonly string[]];

const FORMAT = 2;
const QUERY_CHARS = { min: 3, max: 64 };
const LIMIT = { default: 10, max: 25 };
/** Maximum companies per block. The number of a company is its block number times this, plus its place in the block. */
const BLOCK = 256;
const PREFIX_FILTER_BYTES = 3;

/** A search over files at an address. Every call rejects with a {@linkcode StaticSearchError} if a file cannot be read. */
export class StaticSearch {
  readonly #manifest: Manifest;
  readonly #files: RangeFiles;

  private constructor(baseUrl: string, manifest: Manifest, fetch: Fetch) {
    this.#manifest = manifest;
    this.#files = new RangeFiles(baseUrl, fetch);
  }

  /** Opens a search: reads its manifest, `search.json` below an address. Open the search again to see newer data. */
  static async open(baseUrl: string, fetch: Fetch = (url, init) => globalThis.fetch(url, init)): Promise<StaticSearch> {
    const base = baseUrl.replace(/\/+$/, '');
    const url = `${base}/search.json`;
    let manifest: Partial<Manifest>;
    try {
      // The browser may have cached an older manifest, whose files are gone.
      const response = await fetch(url, { cache: 'no-cache' });
      if (!response.ok) throw new TypeError(`the server responded with ${response.status}`);
      manifest = (await response.json()) as Partial<Manifest>;
    } catch (error) {
      throw new StaticSearchError(`Cannot read "${url}": ${String(error)}`, { cause: error });
    }
    if (manifest.format !== FORMAT)
      throw new StaticSearchError(`Cannot read "${url}": its format is "${manifest.format}", and must be ${FORMAT}`);
    return new StaticSearch(base, manifest as Manifest, fetch);
  }

  /** A name for the data; equal data has the same name. */
  get generation(): string {
    return this.#manifest.generation;
  }

  /**
   * Returns the companies that the API finds: their name or business ID begins with `q`. Throws a RangeError for a query that the API
   * rejects, and for an `after` that is not the `next` of a page.
   */
  async search({ q, country = 'all', limit = LIMIT.default, after = 0 }: StaticSearchOptions): Promise<StaticPage> {
    const query = collapseWhiteSpace(q);
    const chars = codePointCount(query);
    if (chars < QUERY_CHARS.min || chars > QUERY_CHARS.max)
      throw new RangeError(`"q" must hold ${QUERY_CHARS.min} to ${QUERY_CHARS.max} characters, got "${q}"`);
    if (!(Number.isInteger(limit) && limit >= 1 && limit <= LIMIT.max))
      throw new RangeError(`"limit" must be 1 to ${LIMIT.max}, got "${limit}"`);
    if (!(Number.isInteger(after) && after >= 0))
      throw new RangeError(`"after" must be the "next" of a page, got "${after}"`);
    if (!/^(?:[a-z]{2}|all)$/i.test(country))
      throw new RangeError(`"country" must be two letters (ISO 3166-1 alpha-2) or "all", got "${country}"`);
    const { scopes, attribution } = this.#manifest;
    const scope = scopes[isoCountry(country)];
    if (scope === undefined) return { data: [], attribution, next: undefined };
    const names = new BlockTable<NameBlock>(this.#files, scope.pages, decodeNames);
    const numbers = new BlockTable<NumberRow[]>(this.#files, scope.numbers);
    const [byName, byNumber] = await Promise.all([
      this.#byName(names, query, limit + 1, after),
      this.#byNumber(numbers, names, query, limit + 1, after),
    ]);
    const found = [...new Set([...byName, ...byNumber])];
    found.sort((a, b) => a - b);
    const data = found
      .slice(0, limit)
      .map(async (at) => decodeCompany(await names.block(Math.floor(at / BLOCK)), at % BLOCK));
    return { data: await Promise.all(data), attribution, next: found[limit] };
  }

  /** Returns the numbers of the companies whose name begins with the query. They are neighbours, in one block or two. */
  async #byName(table: BlockTable<NameBlock>, query: string, max: number, after: number): Promise<number[]> {
    const prefix = (await foldName(query, (text) => this.#transliterate(text))).slice(0, this.#manifest.name_bytes_max);
    if (prefix === '') return [];
    const found: number[] = [];
    const first = Math.max(0, (await table.firstFrom(prefix, false)) - 1);
    for await (const [number, block] of table.blocksFrom(Math.max(first, Math.floor(after / BLOCK)))) {
      for (const [i, name] of block.names.entries()) {
        const folded = block.folded[i] || foldLatin(name);
        const at = number * BLOCK + i;
        if (at < after || folded < prefix) continue;
        if (!folded.startsWith(prefix)) return found;
        found.push(at);
        if (found.length === max) return found;
      }
    }
    return found;
  }

  /** Returns the numbers of the companies whose business ID begins with the query, from one or more consecutive rows of the radix tree. */
  async #byNumber(
    numbers: BlockTable<NumberRow[]>,
    names: BlockTable<NameBlock>,
    query: string,
    max: number,
    after: number,
  ): Promise<number[]> {
    const { number_prefixes: filter, number_bytes_max: bytesMax } = this.#manifest;
    const prefix = String.fromCharCode(...new TextEncoder().encode(foldNumber(query)));
    if (prefix === '' || prefix.length > bytesMax) return [];
    if (filter && prefix.length >= PREFIX_FILTER_BYTES && !filter.includes(prefix.slice(0, PREFIX_FILTER_BYTES)))
      return [];
    const firstBlock = Math.floor(after / BLOCK);
    /** The labels of companies by block, in the order of blocks. Companies of the first block may be before `after`. */
    const labels = new Map<number, Set<number>>();
    let count = 0;
    const take = (differences: readonly number[], isMatch: (i: number) => boolean): void => {
      let place = 0;
      for (const [i, difference] of differences.entries()) {
        place += difference;
        const block = Math.floor(place / LABELS);
        if (block < firstBlock || !isMatch(i)) continue;
        const known = labels.get(block) ?? new Set();
        // All labels of a block are read, because only the block has the order of its companies.
        if (known.size === 0 && count >= max) return;
        if (block > firstBlock && !known.has(place % LABELS)) count++;
        labels.set(block, known.add(place % LABELS));
      }
    };
    const { value: first } = await rowsFrom(numbers, prefix).next();
    if (first?.length === 4) {
      const [, common, differences, rests] = first;
      take(differences, (i) => (common + (rests[i] ?? '')).startsWith(prefix));
    } else if (first?.[0].startsWith(prefix)) {
      const branch = first[0].slice(0, first[0].indexOf('\0') + 1);
      // The key of a branch ends with the number of its last block of names.
      const from = branch + firstBlock.toString(16).padStart(8, '0');
      for await (const [key, differences] of rowsFrom(numbers, from)) {
        if (count >= max || !key.startsWith(branch)) break;
        take(differences as readonly number[], () => true);
      }
    }
    const found = Array.from(labels, async ([number, wanted]) => {
      const block = await names.block(number);
      return block === undefined ? [] : findPlaces(block, wanted).map((i) => number * BLOCK + i);
    });
    const all = (await Promise.all(found)).flat();
    return all.filter((at) => at >= after).slice(0, max);
  }

  async #transliterate(text: string): Promise<string> {
    const texts = await Promise.all(
      Array.from(text, async (char) => {
        const code = char.codePointAt(0) ?? 0;
        if (code < 0x80) return char;
        const { file, pages } = this.#manifest.transliteration;
        const page = pages.find(([number]) => number === code >> 8);
        if (page === undefined) return '';
        return ((await this.#files.part(file, [page[1], page[2]])) as string[])[code & 0xff] ?? '';
      }),
    );
    return texts.join('');
  }
}

/** Iterates the rows whose key is `key` or greater. */
async function* rowsFrom(table: BlockTable<NumberRow[]>, key: string): AsyncGenerator<NumberRow, void, undefined> {
  for await (const [, rows] of table.blocksFrom(await table.firstFrom(key, true)))
    for (const row of rows) if (row[0] >= key) yield row;
}
