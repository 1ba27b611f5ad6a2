import { readSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { AppendFile, doubled } from '../../files/index.ts';

/** Stores lines in a file by number: 0, 1, 2 … Ten bytes a line stay in memory: its end in the file, and its input. */
export class LineStore {
  readonly #path: string;
  readonly #file: AppendFile;
  #ends = new Float64Array(1024);
  #inputs = new Uint16Array(1024);
  #count = 0;
  #bytes = 0;

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

  text(line: number): string {
    this.#file.flush();
    const start = this.#ends[line - 1] ?? 0;
    const text = Buffer.allocUnsafe((this.#ends[line] ?? 0) - start);
    for (let filled = 0; filled < text.length;) {
      const read = readSync(this.#file.descriptor, text, filled, text.length - filled, start + filled);
      if (read === 0) throw new Error(`Cannot read line ${line} of a build: its file ends within it`);
      filled += read;
    }
    return text.toString('utf8');
  }

  input(line: number): number {
    return this.#inputs[line] ?? 0;
  }

  close(): void {
    this.#file.close();
    unlinkSync(this.#path);
  }
}
