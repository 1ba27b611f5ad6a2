/**
 * Search of names and business IDs without a service, over files that `openfirma export --format static` wrote.
 * @module
 */
import { collapse, foldLatin, foldName, foldNumber } from './folding.ts';
import { BlockTable, RangeFile, StaticSearchError, inflatedJson, type IndexPage, type Range } from './ranges.ts';
import type { Fetch } from './requests.ts';

export { StaticSearchError } from './ranges.ts';
export type { Fetch } from './requests.ts';

/** A company that was found. */
export interface StaticCompany {
  id: string;
  name?: string;
  country_code?: string;
}

/** Companies in registry name order. */
export interface StaticPage {
  data: StaticCompany[];
  /** Show it wherever you show the data. */
  attribution: string;
  /** Give it as `after` to get the next page; undefined on the last one. */
  next: number | undefined;
}

export interface StaticSearchOptions {
  /** 3 to 64 characters of the start of a name or of a business ID. */
  q: string;
  /** ISO 3166-1 alpha-2; by default every country. */
  country?: string | undefined;
  /** Companies of a page, 1 to 25. Default 10. */
  limit?: number | undefined;
  /** `next` of the page before. */
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
  readonly block_companies: number;
  readonly name_bytes_max: number;
  readonly number_bytes_max: number;
  readonly number_prefixes?: readonly string[];
  readonly transliteration: readonly (readonly [page: number, ...Range])[];
  readonly scopes: Readonly<Record<string, Scope>>;
}

/** A block of names as it is stored behind its ids. */
interface StoredNames {
  readonly countries: string;
  readonly names: readonly string[];
  /** 0 where the name folds by itself: it is ASCII, once it has no accents. */
  readonly folded: readonly (string | 0)[];
}

interface NameBlock extends StoredNames {
  /** 16 bytes each. */
  readonly ids: Uint8Array;
}

/** A branch has ranks; a leaf also what its numbers have in common, and the rest of each. */
type NumberRow =
  | readonly [key: string, ranks: readonly number[]]
  | readonly [key: string, common: string, ranks: readonly number[], rests: readonly string[]];

const FORMAT = 2;
const QUERY_CHARS = { min: 3, max: 64 };
const LIMIT = { default: 10, max: 25 };
const ID_BYTES = 16;
const ID_CHARS = 26;
const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const PREFIX_FILTER_BYTES = 3;

/** A search over files at an address. Every call rejects with a {@linkcode StaticSearchError} where a file cannot be read. */
export class StaticSearch {
  readonly #manifest: Manifest;
  readonly #names: RangeFile;
  readonly #numbers: RangeFile;
  readonly #transliteration: RangeFile;

  private constructor(baseUrl: string, manifest: Manifest, fetch: Fetch) {
    this.#manifest = manifest;
    const file = (name: string): RangeFile => new RangeFile(`${baseUrl}/${manifest.generation}/${name}`, fetch);
    [this.#names, this.#numbers, this.#transliteration] = [file('names'), file('numbers'), file('transliteration')];
  }

  /** Reads the manifest, `search.json` below an address. Open it again to see newer data. */
  static async open(baseUrl: string, fetch: Fetch = (url, init) => globalThis.fetch(url, init)): Promise<StaticSearch> {
    const base = baseUrl.replace(/\/+$/, '');
    const url = `${base}/search.json`;
    let manifest: Partial<Manifest>;
    try {
      // A browser may keep an older one, whose files are gone.
      const response = await fetch(url, { cache: 'no-cache' });
      if (!response.ok) throw new TypeError(`the server answered ${response.status}`);
      manifest = (await response.json()) as Partial<Manifest>;
    } catch (error) {
      throw new StaticSearchError(`Cannot read "${url}": ${String(error)}`, { cause: error });
    }
    if (manifest.format !== FORMAT)
      throw new StaticSearchError(`Cannot read "${url}": its format is "${manifest.format}", and must be ${FORMAT}`);
    return new StaticSearch(base, manifest as Manifest, fetch);
  }

  /** The content of the files: equal for equal data. */
  get generation(): string {
    return this.#manifest.generation;
  }

  /**
   * Companies whose name or business ID begins with `q`, as the API finds them. Throws a RangeError for what the API refuses, and
   * for an `after` that no page gave.
   */
  async search({ q, country = 'all', limit = LIMIT.default, after = 0 }: StaticSearchOptions): Promise<StaticPage> {
    const query = collapse(q);
    const chars = Array.from(query).length;
    if (chars < QUERY_CHARS.min || chars > QUERY_CHARS.max)
      throw new RangeError(`"q" must hold ${QUERY_CHARS.min} to ${QUERY_CHARS.max} characters, got "${q}"`);
    if (!(Number.isInteger(limit) && limit >= 1 && limit <= LIMIT.max))
      throw new RangeError(`"limit" must be 1 to ${LIMIT.max}, got "${limit}"`);
    if (!(Number.isInteger(after) && after >= 0))
      throw new RangeError(`"after" must be what "next" of a page says, got "${after}"`);
    if (!/^(?:[a-z]{2}|all)$/i.test(country))
      throw new RangeError(`"country" must be two letters (ISO 3166-1 alpha-2) or "all", got "${country}"`);
    const { scopes, attribution, block_companies: size } = this.#manifest;
    const scope = scopes[/^all$/i.test(country) ? 'all' : country.toUpperCase()];
    if (scope === undefined) return { data: [], attribution, next: undefined };
    const names = new BlockTable<NameBlock>(this.#names, scope.pages, namesIn);
    const [byName, byNumber] = await Promise.all([
      this.#ranksByName(names, query, limit + 1, after),
      this.#ranksByNumber(new BlockTable(this.#numbers, scope.numbers), query, limit + 1, after),
    ]);
    const ranks = merged(byName, byNumber);
    const data = ranks
      .slice(0, limit)
      .map(async (rank) => companyIn(await names.block(Math.floor(rank / size)), rank % size));
    return { data: await Promise.all(data), attribution, next: ranks[limit] };
  }

  /** Ranks of companies whose name begins with the query: neighbours, in one block or two. */
  async #ranksByName(table: BlockTable<NameBlock>, query: string, max: number, after: number): Promise<number[]> {
    const { name_bytes_max: bytesMax, block_companies: size } = this.#manifest;
    const prefix = (await foldName(query, (text) => this.#transliterate(text))).slice(0, bytesMax);
    if (prefix === '') return [];
    const ranks: number[] = [];
    const first = Math.max(0, (await table.countBefore(prefix, false)) - 1);
    for (let number = Math.max(first, Math.floor(after / size)); ; number++) {
      const block = await table.block(number);
      if (block === undefined) return ranks;
      for (const [i, name] of block.names.entries()) {
        const folded = block.folded[i] || foldLatin(name);
        const rank = number * size + i;
        if (rank < after || folded < prefix) continue;
        if (!folded.startsWith(prefix)) return ranks;
        ranks.push(rank);
        if (ranks.length === max) return ranks;
      }
    }
  }

  /** Ranks of companies with a number that begins with the query: all in one row of the radix tree, or in rows that follow each other. */
  async #ranksByNumber(table: BlockTable<NumberRow[]>, query: string, max: number, after: number): Promise<number[]> {
    const { number_prefixes: filter, number_bytes_max: bytesMax } = this.#manifest;
    const prefix = String.fromCharCode(...new TextEncoder().encode(foldNumber(query)));
    if (prefix === '' || prefix.length > bytesMax) return [];
    if (filter && prefix.length >= PREFIX_FILTER_BYTES && !filter.includes(prefix.slice(0, PREFIX_FILTER_BYTES)))
      return [];
    const ranks: number[] = [];
    const take = (differences: readonly number[], isMatch: (i: number) => boolean): void => {
      let rank = 0;
      for (const [i, difference] of differences.entries()) {
        rank += difference;
        if (rank >= after && isMatch(i) && rank !== ranks.at(-1)) ranks.push(rank);
      }
    };
    const first = await firstRow(table, prefix);
    if (first?.length === 4) {
      const [, common, differences, rests] = first;
      take(differences, (i) => (common + (rests[i] ?? '')).startsWith(prefix));
    } else if (first?.[0].startsWith(prefix)) {
      const branch = first[0].slice(0, first[0].indexOf('\0') + 1);
      for await (const [key, differences] of rowsFrom(table, branch + hexadecimal(after))) {
        if (ranks.length >= max || !key.startsWith(branch)) break;
        take(differences as readonly number[], () => true);
      }
    }
    return ranks.slice(0, max);
  }

  async #transliterate(text: string): Promise<string> {
    const texts = await Promise.all(
      Array.from(text, async (char) => {
        const code = char.codePointAt(0) ?? 0;
        if (code < 0x80) return char;
        const page = this.#manifest.transliteration.find(([number]) => number === code >> 8);
        if (page === undefined) return '';
        return ((await this.#transliteration.part([page[1], page[2]])) as string[])[code & 0xff] ?? '';
      }),
    );
    return texts.join('');
  }
}

/** The rows from a key on. */
async function* rowsFrom(table: BlockTable<NumberRow[]>, key: string): AsyncGenerator<NumberRow, void, undefined> {
  for (let number = await table.countBefore(key, true); ; number++) {
    const rows = await table.block(number);
    if (rows === undefined) return;
    for (const row of rows) if (row[0] >= key) yield row;
  }
}

async function firstRow(table: BlockTable<NumberRow[]>, key: string): Promise<NumberRow | undefined> {
  for await (const row of rowsFrom(table, key)) return row;
  return undefined;
}

/** A rank as it stands in the key of a branch. */
function hexadecimal(rank: number): string {
  return rank.toString(16).padStart(8, '0');
}

/** Two ascending lists as one, each number once. */
function merged(a: readonly number[], b: readonly number[]): number[] {
  const both: number[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length;) {
    const [left, right] = [a[i] ?? Infinity, b[j] ?? Infinity];
    both.push(Math.min(left, right));
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return both;
}

/** A block of names: how many, less one, their ids, the rest. */
async function namesIn(bytes: Uint8Array): Promise<NameBlock> {
  const end = 1 + ID_BYTES * ((bytes[0] ?? 0) + 1);
  return { ids: bytes.slice(1, end), ...((await inflatedJson(bytes, end)) as StoredNames) };
}

function companyIn(block: NameBlock | undefined, at: number): StaticCompany {
  const id = block?.ids.subarray(at * ID_BYTES, (at + 1) * ID_BYTES);
  if (!id?.length) throw new StaticSearchError('The names and the numbers do not belong together');
  const [name, country] = [block?.names[at], block?.countries.slice(2 * at, 2 * at + 2).trim()];
  return { id: `co_${base32(id)}`, ...(name && { name }), ...(country && { country_code: country }) };
}

/** 16 bytes as an id has them, behind two bits of zero. */
function base32(bytes: Uint8Array): string {
  let value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let text = '';
  for (; text.length < ID_CHARS; value >>= 5n) text = ID_ALPHABET.charAt(Number(value & 31n)) + text;
  return text;
}
