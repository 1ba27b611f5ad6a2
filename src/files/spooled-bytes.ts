import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';

/** Number of bytes in memory before they are written. */
const MEMORY_BYTES = 256 * 1024;

/** Bytes that are appended to a file and later read from it, in the same order. A file is only created if they are many. */
export class SpooledBytes {
  readonly #path: string;
  readonly #memory = Buffer.allocUnsafeSlow(MEMORY_BYTES);
  #descriptor: number | undefined;
  #used = 0;
  #written = 0;

  constructor(path: string) {
    this.#path = path;
  }

  get length(): number {
    return this.#written + this.#used;
  }

  append(bytes: Uint8Array): void {
    if (this.#used + bytes.length > MEMORY_BYTES) this.#spill();
    if (bytes.length > MEMORY_BYTES) {
      this.#write(bytes);
      return;
    }
    this.#memory.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Returns all bytes in pieces, each valid until the next one. */
  *read(): Generator<Uint8Array, void, undefined> {
    if (this.#descriptor !== undefined) {
      this.#spill();
      for (let at = 0; ;) {
        const length = readSync(this.#descriptor, this.#memory, 0, this.#memory.length, at);
        if (length === 0) return;
        yield this.#memory.subarray(0, length);
        at += length;
      }
    }
    yield this.#memory.subarray(0, this.#used);
  }

  /** Returns all bytes at once. */
  readAll(): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.length);
    let at = 0;
    for (const piece of this.read()) {
      bytes.set(piece, at);
      at += piece.length;
    }
    if (at < bytes.length) throw new Error(`Cannot read "${this.#path}": it is shorter than the bytes written to it`);
    return bytes;
  }

  /** Removes the file. Safe to call again. */
  remove(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    rmSync(this.#path);
    this.#descriptor = undefined;
  }

  #spill(): void {
    this.#write(this.#memory.subarray(0, this.#used));
    this.#used = 0;
  }

  #write(bytes: Uint8Array): void {
    this.#descriptor ??= openSync(this.#path, 'wx+');
    writeFileSync(this.#descriptor, bytes);
    this.#written += bytes.length;
  }
}
