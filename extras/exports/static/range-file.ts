import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { makeFolder } from '../../../src/files/index.ts';

export type Range = readonly [offset: number, bytes: number];

/** An entry of the manifest for an index page. */
export type IndexPage = readonly [key: string, file: string, ...Range];

const FOLDER = 'files';
const EXTENSION = '.bin';
/** Number of hexadecimal digits of a checksum in a file name. */
const NAME_CHARS = 24;

const COMPRESSION = { level: 9 };
const NOTHING = new Uint8Array(0);

/** Files named by their content, so that equal files have equal names. */
export class ContentFiles {
  readonly paths = new Set<string>();
  readonly #into: string;

  constructor(into: string) {
    this.#into = into;
    makeFolder(join(into, FOLDER));
  }

  write(chunks: readonly Uint8Array[]): string {
    const bytes = Buffer.concat(chunks);
    const path = `${FOLDER}/${hash('sha256', bytes).slice(0, NAME_CHARS)}${EXTENSION}`;
    writeFileSync(join(this.#into, path), bytes);
    this.paths.add(path);
    return path;
  }
}

/** Parts of one file that are read by Range, each a JSON text compressed with raw DEFLATE (RFC 1951). */
export class Parts {
  readonly #chunks: Uint8Array[] = [];
  #offset = 0;

  /** Adds a part. `head` is not compressed. */
  add(content: unknown, head: Uint8Array = NOTHING): Range {
    const bytes = Buffer.concat([head, deflateRawSync(JSON.stringify(content), COMPRESSION)]);
    const offset = this.#offset;
    this.#offset += bytes.length;
    this.#chunks.push(bytes);
    return [offset, bytes.length];
  }

  writeTo(files: ContentFiles): string {
    return files.write(this.#chunks);
  }
}

/** Maximum number of blocks in a page. The number of a block is this maximum times its page, plus its index in the page. */
export const PAGE_BLOCKS_MAX = 256;

/**
 * Minimum number of blocks in a page. Above it, one block key in `PAGE_ENDS_EVERY` ends the page, so a removed block does not change
 * later pages. An index page has some 1 KB, and its file some 500 KB.
 */
const PAGE_BLOCKS_MIN = 32;
const PAGE_ENDS_EVERY = 64;

/** Writes the blocks of one sorted table. A file has the blocks of an index page, then the index page. */
export class BlockTable {
  readonly #files: ContentFiles;
  readonly #keyOfPage: 'first' | 'last';
  readonly #pages: IndexPage[] = [];
  #parts = new Parts();
  #keys: string[] = [];
  #bytes: number[] = [];

  constructor(files: ContentFiles, keyOfPage: 'first' | 'last') {
    this.#files = files;
    this.#keyOfPage = keyOfPage;
  }

  add(key: string, content: unknown, head?: Uint8Array): number {
    const number = this.#pages.length * PAGE_BLOCKS_MAX + this.#keys.length;
    const [, bytes] = this.#parts.add(content, head);
    this.#keys.push(key);
    this.#bytes.push(bytes);
    const count = this.#keys.length;
    if (count === PAGE_BLOCKS_MAX || (count >= PAGE_BLOCKS_MIN && isCut(key, PAGE_ENDS_EVERY))) this.#endPage();
    return number;
  }

  /** Writes the last page; returns all pages. */
  end(): readonly IndexPage[] {
    if (this.#keys.length > 0) this.#endPage();
    return this.#pages;
  }

  #endPage(): void {
    const key = (this.#keyOfPage === 'first' ? this.#keys[0] : this.#keys.at(-1)) ?? '';
    const range = this.#parts.add({ keys: this.#keys, bytes: this.#bytes });
    this.#pages.push([key, this.#parts.writeTo(this.#files), ...range]);
    this.#parts = new Parts();
    [this.#keys, this.#bytes] = [[], []];
  }
}

/** Collects the rows of one scope in a table. */
export interface Rows<Row, Table> {
  add(row: Row): void;
  end(): Table;
}

/** Returns the tables of rows that are sorted by scope: first all countries together, then each country. */
export async function tablesByScope<Row extends { readonly country: string | undefined }, Table>(
  rows: Iterable<Row>,
  begin: (country: string | undefined) => Rows<Row, Table>,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<Map<string | undefined, Table>> {
  const tables = new Map<string | undefined, Table>();
  let country: string | undefined;
  let current = begin(country);
  for (const row of rows) {
    if (row.country !== country) {
      tables.set(country, current.end());
      country = row.country;
      current = begin(country);
    }
    current.add(row);
    await yieldIfDue();
  }
  return tables.set(country, current.end());
}

/** Whether to cut after the row with this key: true for one key in `every` on average. */
export function isCut(key: string, every: number): boolean {
  return crc32(key) % every === 0;
}
