import { deflateRawSync } from 'node:zlib';
import type { WriteStream } from 'node:fs';
import { once } from 'node:events';

/** Bytes of a file: where they begin, and how many. */
export type Range = readonly [offset: number, bytes: number];

/** An index page as the manifest lists it: a key, and where the page lies. */
export type IndexPage = readonly [key: string, offset: number, bytes: number];

/** So many blocks have one index page: some 2 KB, which a browser keeps. */
const PAGE_BLOCKS = 256;
const COMPRESSION = { level: 9 };
const NOTHING = new Uint8Array(0);

/** A file of compressed parts that are read by Range, each a JSON text under raw DEFLATE (RFC 1951). */
export class RangeFile {
  readonly #stream: WriteStream;
  #offset = 0;

  constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  /** Writes a part, behind bytes that do not compress; waits while the disk is behind. */
  async append(content: unknown, head: Uint8Array = NOTHING): Promise<Range> {
    const bytes = Buffer.concat([head, deflateRawSync(JSON.stringify(content), COMPRESSION)]);
    const offset = this.#offset;
    this.#offset += bytes.length;
    if (!this.#stream.write(bytes)) await once(this.#stream, 'drain');
    return [offset, bytes.length];
  }
}

/** Writes the blocks of one sorted table, and an index page for each `PAGE_BLOCKS` of them. */
export class BlockTable {
  readonly #file: RangeFile;
  readonly #keyOfPage: 'first' | 'last';
  readonly #pages: IndexPage[] = [];
  #keys: string[] = [];
  #bytes: number[] = [];
  #start = 0;

  /** `keyOfPage` says by which key of its blocks a page is found. */
  constructor(file: RangeFile, keyOfPage: 'first' | 'last') {
    this.#file = file;
    this.#keyOfPage = keyOfPage;
  }

  async add(key: string, content: unknown, head?: Uint8Array): Promise<void> {
    const [offset, bytes] = await this.#file.append(content, head);
    if (this.#keys.length === 0) this.#start = offset;
    this.#keys.push(key);
    this.#bytes.push(bytes);
    if (this.#keys.length === PAGE_BLOCKS) await this.#endPage();
  }

  /** The index pages, once all blocks are written. */
  async end(): Promise<readonly IndexPage[]> {
    if (this.#keys.length > 0) await this.#endPage();
    return this.#pages;
  }

  async #endPage(): Promise<void> {
    const key = (this.#keyOfPage === 'first' ? this.#keys[0] : this.#keys.at(-1)) ?? '';
    const [offset, bytes] = await this.#file.append({ start: this.#start, keys: this.#keys, bytes: this.#bytes });
    this.#pages.push([key, offset, bytes]);
    [this.#keys, this.#bytes] = [[], []];
  }
}
