import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { makeFolder } from '../../../src/files/index.ts';

/** Bytes of a file: where they begin, and how many. */
export type Range = readonly [offset: number, bytes: number];

/** An index page as the manifest lists it: a key, and where the page lies. */
export type IndexPage = readonly [key: string, file: string, ...Range];

/** The folder of the files, and how their names end. */
const FOLDER = 'files';
const EXTENSION = '.bin';

/** The number of hexadecimal digits of a checksum in a file name. */
const NAME_CHARS = 24;

const COMPRESSION = { level: 9 };
const NOTHING = new Uint8Array(0);

/** Files that are named by their content, so that equal ones have equal names in every folder. */
export class ContentFiles {
  /** The paths of the files. */
  readonly paths = new Set<string>();
  readonly #into: string;

  constructor(into: string) {
    this.#into = into;
    makeFolder(join(into, FOLDER));
  }

  /** Writes a file; returns its path. */
  write(chunks: readonly Uint8Array[]): string {
    const bytes = Buffer.concat(chunks);
    const path = `${FOLDER}/${hash('sha256', bytes).slice(0, NAME_CHARS)}${EXTENSION}`;
    writeFileSync(join(this.#into, path), bytes);
    this.paths.add(path);
    return path;
  }
}

/** Compressed parts of one file that are read by Range, each a JSON text under raw DEFLATE (RFC 1951). */
export class Parts {
  readonly #chunks: Uint8Array[] = [];
  #offset = 0;

  /** Adds a part, after bytes that do not compress. */
  add(content: unknown, head: Uint8Array = NOTHING): Range {
    const bytes = Buffer.concat([head, deflateRawSync(JSON.stringify(content), COMPRESSION)]);
    const offset = this.#offset;
    this.#offset += bytes.length;
    this.#chunks.push(bytes);
    return [offset, bytes.length];
  }

  /** Writes the file; returns its path. */
  writeTo(files: ContentFiles): string {
    return files.write(this.#chunks);
  }
}

/** A block has this number for its page, and the number within it, which is below. */
export const PAGE_BLOCKS_MAX = 256;

/**
 * The minimum of blocks in a page. From then on one block in `PAGE_ENDS_EVERY` ends it, by its key: pages cut by content do not change
 * when an earlier block is removed. An index page has some 1 KB, and its file some 500 KB.
 */
const PAGE_BLOCKS_MIN = 32;
const PAGE_ENDS_EVERY = 64;

/** Writes the blocks of one sorted table; a file has the blocks of an index page, followed by the page. */
export class BlockTable {
  readonly #files: ContentFiles;
  readonly #keyOfPage: 'first' | 'last';
  readonly #pages: IndexPage[] = [];
  #parts = new Parts();
  #keys: string[] = [];
  #bytes: number[] = [];

  /** `keyOfPage` says by which key of its blocks a page is found. */
  constructor(files: ContentFiles, keyOfPage: 'first' | 'last') {
    this.#files = files;
    this.#keyOfPage = keyOfPage;
  }

  /** Adds a block; returns its number. */
  add(key: string, content: unknown, head?: Uint8Array): number {
    const number = this.#pages.length * PAGE_BLOCKS_MAX + this.#keys.length;
    const [, bytes] = this.#parts.add(content, head);
    this.#keys.push(key);
    this.#bytes.push(bytes);
    const count = this.#keys.length;
    if (count === PAGE_BLOCKS_MAX || (count >= PAGE_BLOCKS_MIN && isCut(key, PAGE_ENDS_EVERY))) this.#endPage();
    return number;
  }

  /** The index pages, once all blocks are written. */
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

/** Whether to cut after the row with this key: true for one key in `every`. */
export function isCut(key: string, every: number): boolean {
  return crc32(key) % every === 0;
}
