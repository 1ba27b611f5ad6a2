import { encodeCompanyId } from './company-id.ts';
import type { Fetch } from './requests.ts';

/** A file of a static search could not be read, or is damaged. `cause` is the thrown error, if any. */
export class StaticSearchError extends Error {
  override name = 'StaticSearchError';
}

export type Range = readonly [offset: number, bytes: number];

/** The key of an index page, and its range in a file. */
export type IndexPage = readonly [key: string, file: string, offset: number, bytes: number];

/** A stored index page: the key and the length of each block. Its file has the blocks one after the other, from the beginning. */
interface StoredPage {
  readonly keys: readonly string[];
  readonly bytes: readonly number[];
}

/** Maximum number of cached blocks and index pages, which take a few hundred kilobytes. */
const PARTS_MAX = 100;
/** Maximum blocks per index page. The number of a block is its page number times this, plus its place in the page. */
const PAGE_BLOCKS = 256;

export type Decode<Part> = (bytes: Uint8Array) => Promise<Part>;

/** Parses JSON that is compressed with raw DEFLATE. */
export async function inflatedJson(bytes: Uint8Array, from = 0): Promise<unknown> {
  const inflated = new Blob([bytes.slice(from)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return await new Response(inflated).json();
}

/** Requests parts of files with `Range` and caches at most `PARTS_MAX` parts. */
export class RangeFiles {
  readonly #baseUrl: string;
  readonly #fetch: Fetch;
  readonly #parts = new Map<string, Promise<unknown>>();

  constructor(baseUrl: string, fetch: Fetch) {
    this.#baseUrl = baseUrl;
    this.#fetch = fetch;
  }

  /** Returns the content of a part. Rejects with a {@linkcode StaticSearchError}. */
  async part(file: string, range: Range, decode: Decode<unknown> = inflatedJson): Promise<unknown> {
    const name = `${file} ${range[0]}`;
    const part = this.#parts.get(name) ?? this.#request(`${this.#baseUrl}/${file}`, range, decode);
    // Moves the part to the end: the part that was requested last is evicted last.
    this.#parts.delete(name);
    this.#parts.set(name, part);
    for (const oldest of this.#parts.keys()) {
      if (this.#parts.size <= PARTS_MAX) break;
      this.#parts.delete(oldest);
    }
    try {
      return await part;
    } catch (error) {
      this.#parts.delete(name);
      throw error;
    }
  }

  async #request(url: string, [offset, bytes]: Range, decode: Decode<unknown>): Promise<unknown> {
    const range = `bytes=${offset}-${offset + bytes - 1}`;
    const fault = (reason: string, cause?: unknown): StaticSearchError =>
      new StaticSearchError(`Cannot read ${range} of "${url}": ${reason}`, { cause });
    let response: Response;
    try {
      response = await this.#fetch(url, { headers: { range } });
    } catch (error) {
      throw fault('there is no response', error);
    }
    if (response.status !== 206) {
      // The response may be a whole file of gigabytes.
      await response.body?.cancel();
      throw fault(`the server responded with ${response.status}, and must respond with 206 (a part of the file)`);
    }
    try {
      const body = await response.arrayBuffer();
      if (body.byteLength !== bytes) throw new TypeError(`it has ${body.byteLength} bytes`);
      return await decode(new Uint8Array(body));
    } catch (error) {
      throw fault('the part is damaged', error);
    }
  }
}

/** A sorted table of blocks behind index pages. */
export class BlockTable<Block> {
  readonly #files: RangeFiles;
  readonly #pages: readonly IndexPage[];
  readonly #decode: Decode<unknown>;

  constructor(files: RangeFiles, pages: readonly IndexPage[], decode: Decode<unknown> = inflatedJson) {
    this.#files = files;
    this.#pages = pages;
    this.#decode = decode;
  }

  /** Returns a block by its number; undefined after the last block. */
  async block(number: number): Promise<Block | undefined> {
    const at = Math.floor(number / PAGE_BLOCKS);
    const [page, file] = [await this.#page(at), this.#pages[at]?.[1]];
    const bytes = page?.bytes[number % PAGE_BLOCKS];
    if (page === undefined || file === undefined || bytes === undefined) return undefined;
    const offset = page.bytes.slice(0, number % PAGE_BLOCKS).reduce((sum, one) => sum + one, 0);
    return (await this.#files.part(file, [offset, bytes], this.#decode)) as Block;
  }

  /** Iterates the blocks from a number on, each with its number. */
  async *blocksFrom(first: number): AsyncGenerator<readonly [number: number, block: Block], void, undefined> {
    for (let number = first; number < this.#pages.length * PAGE_BLOCKS;) {
      const block = await this.block(number);
      if (block !== undefined) yield [number++, block];
      // The last block of a page is followed by the first block of the next page.
      else number = (Math.floor(number / PAGE_BLOCKS) + 1) * PAGE_BLOCKS;
    }
  }

  /** Returns the number of the first block whose key is not smaller. The key of a page is that of its first or last block (`isLast`). */
  async firstFrom(key: string, isLast: boolean): Promise<number> {
    const keys = this.#pages.map(([first]) => first);
    // A page with a smaller first key may have greater blocks; a page with a greater last key may have smaller blocks.
    const number = isLast ? countBefore(keys, key) : countBefore(keys, key) - 1;
    const page = await this.#page(number);
    return Math.max(0, number) * PAGE_BLOCKS + countBefore(page?.keys ?? [], key);
  }

  async #page(number: number): Promise<StoredPage | undefined> {
    const page = this.#pages[number];
    return page === undefined ? undefined : ((await this.#files.part(page[1], [page[2], page[3]])) as StoredPage);
  }
}

function countBefore(keys: readonly string[], key: string): number {
  const at = keys.findIndex((one) => one >= key);
  return at === -1 ? keys.length : at;
}

/** Number of labels per block. The index of numbers refers to companies by block and label. */
export const LABELS = 1024;
const ID_BYTES = 16;

export interface StaticCompany {
  id: string;
  name?: string;
  country_code?: string;
}

/** A stored block of names, without its IDs. */
interface StoredNames {
  readonly countries: string;
  readonly names: readonly string[];
  /** The folded names; 0 for a name that is ASCII except for accents, which the client folds itself. */
  readonly folded: readonly (string | 0)[];
}

/** The names and ids of up to 256 companies, in registry name order. */
export interface NameBlock extends StoredNames {
  readonly ids: Uint8Array;
}

/** Decodes a block of names: the number of names minus one, their IDs, the other fields. */
export async function decodeNames(bytes: Uint8Array): Promise<NameBlock> {
  const end = 1 + ID_BYTES * ((bytes[0] ?? 0) + 1);
  return { ids: bytes.slice(1, end), ...((await inflatedJson(bytes, end)) as StoredNames) };
}

/** Returns the company at a place in a block. */
export function decodeCompany(block: NameBlock | undefined, at: number): StaticCompany {
  const id = block && idAt(block.ids, at);
  if (!id?.length) throw new StaticSearchError('The files of names and of numbers are from different exports');
  const [name, country] = [block?.names[at], block?.countries.slice(2 * at, 2 * at + 2).trim()];
  return { id: encodeCompanyId(id), ...(name && { name }), ...(country && { country_code: country }) };
}

/**
 * Returns the places in a block of the companies with the wanted labels, ascending. The label of a company is the end of its ID, or the
 * next label that no company with a smaller ID has.
 */
export function findPlaces({ ids, names }: NameBlock, wanted: ReadonlySet<number>): number[] {
  const byId = names.map((_, i) => i);
  byId.sort((a, b) => compare(idAt(ids, a), idAt(ids, b)));
  const taken = new Set<number>();
  const found: number[] = [];
  for (const i of byId) {
    const end = ID_BYTES * (i + 1);
    let label = (((ids[end - 2] ?? 0) << 8) | (ids[end - 1] ?? 0)) % LABELS;
    while (taken.has(label)) label = (label + 1) % LABELS;
    taken.add(label);
    if (wanted.has(label)) found.push(i);
  }
  found.sort((a, b) => a - b);
  return found;
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return (a[at] ?? 0) - (b[at] ?? 0);
}

function idAt(ids: Uint8Array, at: number): Uint8Array {
  return ids.subarray(at * ID_BYTES, (at + 1) * ID_BYTES);
}
