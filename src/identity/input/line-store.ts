import { readSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { AppendFile, doubled } from '../../sort/index.ts';

const WINDOW_BYTES = 1024 * 1024;

/** Stores lines in a file by number: 0, 1, 2 … Ten bytes a line stay in memory: its end in the file, and its input. */
export class LineStore {
  readonly #path: string;
  readonly #file: AppendFile;
  #ends = new Float64Array(1024);
  #inputs = new Uint16Array(1024);
  #count = 0;
  #bytes = 0;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(directory: string) {
    this.#path = join(directory, 'lines.spool');
    this.#file = new AppendFile(this.#path);
  }

  get count(): number {
    return this.#count;
  }

  /** Stores the next line. `input` is the index of its input, below 65,536. */
  add(text: Uint8Array, input: number): void {
    if (this.#count === this.#ends.length) {
      this.#ends = doubled(this.#ends);
      this.#inputs = doubled(this.#inputs);
    }
    this.#file.append(text);
    this.#bytes += text.length;
    this.#ends[this.#count] = this.#bytes;
    this.#inputs[this.#count] = input;
    this.#count++;
  }

  /** Reads a line, and a megabyte ahead: for lines in ascending order. */
  text(line: number): string {
    const { start, end } = this.#span(line);
    if (start < this.#windowStart || end > this.#windowStart + this.#window.length) {
      this.#window = this.#read(start, Math.max(end - start, WINDOW_BYTES));
      this.#windowStart = start;
    }
    return this.#window.toString('utf8', start - this.#windowStart, end - this.#windowStart);
  }

  /** Reads a single line anywhere in the file. */
  textAt(line: number): string {
    const { start, end } = this.#span(line);
    return this.#read(start, end - start).toString('utf8');
  }

  input(line: number): number {
    return this.#inputs[line] ?? 0;
  }

  /** Removes the file. */
  close(): void {
    this.#file.close();
    unlinkSync(this.#path);
  }

  #span(line: number): { start: number; end: number } {
    this.#file.flush();
    return { start: line === 0 ? 0 : (this.#ends[line - 1] ?? 0), end: this.#ends[line] ?? 0 };
  }

  #read(start: number, bytes: number): Buffer {
    const buffer = Buffer.allocUnsafe(bytes);
    let filled = 0;
    while (filled < bytes) {
      const read = readSync(this.#file.descriptor, buffer, filled, bytes - filled, start + filled);
      if (read === 0) break;
      filled += read;
    }
    return buffer.subarray(0, filled);
  }
}
