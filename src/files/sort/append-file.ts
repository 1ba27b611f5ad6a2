import { closeSync, openSync, writeSync } from 'node:fs';

const BUFFER_BYTES = 256 * 1024;

/** A new file that is appended to through a buffer, and can be read by its descriptor after `flush`. */
export class AppendFile {
  readonly descriptor: number;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #used = 0;

  /** Creates the file; it must not exist. */
  constructor(path: string) {
    this.descriptor = openSync(path, 'wx+');
  }

  append(bytes: Uint8Array): void {
    if (this.#used + bytes.length > this.#buffer.length) this.flush();
    if (bytes.length > this.#buffer.length) return this.#write(bytes);
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  flush(): void {
    if (this.#used === 0) return;
    this.#write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  /** Closes the file without flushing. */
  close(): void {
    closeSync(this.descriptor);
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.descriptor, bytes, at);
  }
}
