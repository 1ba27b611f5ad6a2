import { closeSync, openSync, readSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doubled } from '../../files/index.ts';

/** Size of a block of lines that are read together. Larger blocks slow down reading a line out of order. */
const BLOCK_BYTES = 32 * 1024;
/** Number of blocks in memory: lines are mostly read in order, from one place per input. */
const CACHED_BLOCKS = 16;

/**
 * Stores lines by number: 0, 1, 2 … Memory holds six bytes per line: the end of the line in its block, and its input. They are not
 * compressed: that would take longer than the disk.
 */
export class LineStore {
  readonly #path: string;
  readonly #descriptor: number;
  #ends = new Uint32Array(1024);
  #inputs = new Uint16Array(1024);
  #count = 0;
  /** The last block, which is still being filled. */
  #open = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #openBytes = 0;
  /** For each block, its end in the file, and the number of lines up to its end. */
  readonly #blockEnds: number[] = [];
  readonly #linesUpTo: number[] = [];
  readonly #cache = new Map<number, Buffer>();

  constructor(directory: string) {
    this.#path = join(directory, 'lines.spool');
    this.#descriptor = openSync(this.#path, 'wx+');
  }

  get count(): number {
    return this.#count;
  }

  /** Stores the next line. `input` is the index of its input, below 65,536. */
  add(text: Uint8Array, input: number): void {
    if (this.#openBytes + text.length > BLOCK_BYTES) this.#closeBlock();
    if (text.length > this.#open.length) this.#open = Buffer.allocUnsafeSlow(text.length);
    if (this.#count === this.#ends.length) {
      this.#ends = doubled(this.#ends);
      this.#inputs = doubled(this.#inputs);
    }
    this.#open.set(text, this.#openBytes);
    this.#openBytes += text.length;
    this.#ends[this.#count] = this.#openBytes;
    this.#inputs[this.#count] = input;
    this.#count++;
  }

  text(line: number): string {
    this.#closeBlock();
    const block = this.#findBlock(line);
    const isFirst = line === (this.#linesUpTo[block - 1] ?? 0);
    return this.#read(block).toString('utf8', isFirst ? 0 : this.#ends[line - 1], this.#ends[line]);
  }

  input(line: number): number {
    return this.#inputs[line] ?? 0;
  }

  close(): void {
    closeSync(this.#descriptor);
    unlinkSync(this.#path);
  }

  #closeBlock(): void {
    if (this.#openBytes === 0) return;
    writeFileSync(this.#descriptor, this.#open.subarray(0, this.#openBytes));
    this.#blockEnds.push((this.#blockEnds.at(-1) ?? 0) + this.#openBytes);
    this.#linesUpTo.push(this.#count);
    this.#openBytes = 0;
  }

  /** Returns the block that contains a line. */
  #findBlock(line: number): number {
    let from = 0;
    for (let to = this.#linesUpTo.length; from < to;) {
      const middle = (from + to) >>> 1;
      if ((this.#linesUpTo[middle] ?? 0) > line) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  #read(block: number): Buffer {
    const cached = this.#cache.get(block);
    if (cached !== undefined) return cached;
    const start = this.#blockEnds[block - 1] ?? 0;
    const bytes = Buffer.allocUnsafe((this.#blockEnds[block] ?? 0) - start);
    for (let filled = 0; filled < bytes.length;) {
      const read = readSync(this.#descriptor, bytes, filled, bytes.length - filled, start + filled);
      if (read === 0) throw new Error(`Cannot read block ${block} of the lines of a build: its file ends within it`);
      filled += read;
    }
    const [oldest] = this.#cache.keys();
    if (this.#cache.size === CACHED_BLOCKS && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(block, bytes);
    return bytes;
  }
}
