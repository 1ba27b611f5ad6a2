import type { Fetch } from './requests.ts';

/** A file of a static search could not be read, or is damaged. `cause` is what was thrown, if anything was. */
export class StaticSearchError extends Error {
  override name = 'StaticSearchError';
}

/** Bytes of a file: where they begin, and how many. */
export type Range = readonly [offset: number, bytes: number];

/** An index page: a key, and where the page lies. */
export type IndexPage = readonly [key: string, offset: number, bytes: number];

/** An index page as it is stored: where its first block begins, and the key and the bytes of each block. */
interface StoredPage {
  readonly start: number;
  readonly keys: readonly string[];
  readonly bytes: readonly number[];
}

/** Blocks and index pages that are kept: a few hundred kilobytes. */
const PARTS_MAX = 100;
/** The blocks of an index page. */
const PAGE_BLOCKS = 256;

/** What a part holds; parts of one file may be read in different ways. */
export type Decode<Part> = (bytes: Uint8Array) => Promise<Part>;

/** A JSON text under raw DEFLATE, from a byte on. */
export async function inflatedJson(bytes: Uint8Array, from = 0): Promise<unknown> {
  const inflated = new Blob([bytes.slice(from)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return await new Response(inflated).json();
}

/** A file whose parts are requested by Range and kept, at most `PARTS_MAX` of them. */
export class RangeFile {
  readonly #url: string;
  readonly #fetch: Fetch;
  readonly #parts = new Map<number, Promise<unknown>>();

  constructor(url: string, fetch: Fetch) {
    this.#url = url;
    this.#fetch = fetch;
  }

  /** The content of a part. Rejects with a {@linkcode StaticSearchError}. */
  async part(range: Range, decode: Decode<unknown> = inflatedJson): Promise<unknown> {
    const [offset] = range;
    const kept = this.#parts.get(offset);
    const part = kept ?? this.#request(range, decode);
    // What was asked for last is kept longest.
    this.#parts.delete(offset);
    this.#parts.set(offset, part);
    for (const oldest of this.#parts.keys()) {
      if (this.#parts.size <= PARTS_MAX) break;
      this.#parts.delete(oldest);
    }
    try {
      return await part;
    } catch (error) {
      this.#parts.delete(offset);
      throw error;
    }
  }

  async #request([offset, bytes]: Range, decode: Decode<unknown>): Promise<unknown> {
    const range = `bytes=${offset}-${offset + bytes - 1}`;
    const fault = (reason: string, cause?: unknown): StaticSearchError =>
      new StaticSearchError(`Cannot read ${range} of "${this.#url}": ${reason}`, { cause });
    let response: Response;
    try {
      response = await this.#fetch(this.#url, { headers: { range } });
    } catch (error) {
      throw fault('there is no response', error);
    }
    if (response.status !== 206) {
      // A whole file may have gigabytes.
      await response.body?.cancel();
      throw fault(`the server answered ${response.status}, and must answer 206 (a part of the file)`);
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
  readonly #file: RangeFile;
  readonly #pages: readonly IndexPage[];
  readonly #decode: Decode<unknown>;

  constructor(file: RangeFile, pages: readonly IndexPage[], decode: Decode<unknown> = inflatedJson) {
    this.#file = file;
    this.#pages = pages;
    this.#decode = decode;
  }

  /** A block by its number; undefined behind the last. */
  async block(number: number): Promise<Block | undefined> {
    const page = await this.#page(Math.floor(number / PAGE_BLOCKS));
    const at = number % PAGE_BLOCKS;
    const bytes = page?.bytes[at];
    if (page === undefined || bytes === undefined) return undefined;
    const offset = page.bytes.slice(0, at).reduce((sum, one) => sum + one, page.start);
    return (await this.#file.part([offset, bytes], this.#decode)) as Block;
  }

  /** How many blocks have a key before this one. The key of a page is that of its first block, or of its last one (`isLast`). */
  async countBefore(key: string, isLast: boolean): Promise<number> {
    const before = countBefore(
      this.#pages.map(([first]) => first),
      key,
    );
    // By first keys the last of these pages may have greater blocks, by last keys the page behind them has smaller ones.
    const number = isLast ? before : before - 1;
    const page = await this.#page(number);
    return Math.max(0, number) * PAGE_BLOCKS + countBefore(page?.keys ?? [], key);
  }

  async #page(number: number): Promise<StoredPage | undefined> {
    const page = this.#pages[number];
    return page === undefined ? undefined : ((await this.#file.part([page[1], page[2]])) as StoredPage);
  }
}

/** How many of the sorted keys are smaller. */
function countBefore(keys: readonly string[], key: string): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((keys[middle] ?? '') < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
