import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { makeFolder } from '../../src/files/index.ts';

/** The size of the pieces of text for the compressor, which has at most two of them at once. */
const PIECE_CHARS = 256 * 1024;

/** Lines of text in a file that gzip compresses. It is made with the first line, and so is its folder. */
export class GzipLines {
  readonly #path: string;
  readonly #head: string;
  #text = '';
  #gzip: Gzip | undefined;
  #written: Promise<void> | undefined;

  /** @param head a first line with its line break, written only to a file that has others */
  constructor(path: string, head = '') {
    this.#path = path;
    this.#head = head;
  }

  /** Adds a line, ended. */
  add(line: string): void {
    this.#text += line;
  }

  settle(): Promise<void> | undefined {
    return this.#text.length < PIECE_CHARS ? undefined : this.#flush();
  }

  async close(): Promise<void> {
    if (this.#text === '' && this.#gzip === undefined) return;
    await this.#flush();
    this.#gzip?.end();
    await this.#written;
  }

  discard(): void {
    this.#gzip?.destroy();
  }

  async #flush(): Promise<void> {
    const gzip = this.#gzip ?? this.#open();
    const text = this.#text;
    this.#text = '';
    // A failed write ends the pipeline, which then never drains.
    if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), this.#written]);
  }

  #open(): Gzip {
    makeFolder(dirname(this.#path));
    const gzip = createGzip();
    this.#gzip = gzip;
    this.#written = pipeline(gzip, createWriteStream(this.#path));
    // The next write or close throws the error.
    this.#written.catch(() => undefined);
    this.#text = this.#head + this.#text;
    return gzip;
  }
}
