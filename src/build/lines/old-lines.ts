import { DIGEST_BYTES, KEY_HASH_BYTES } from './line-digests.ts';
import { NOT_PLAIN, UNKNOWN, type LineIndex } from './line-index.ts';

/** In place of the number of a line: the previous build did not have the line. */
export const NEW = -1;

/** In place of the number of the new line. */
const RESERVED = 0xffff_ffff;

/**
 * Finds the lines of the previous build again by their digests. Memory holds 12 to 20 bytes a line. A register writes its lines mostly in
 * the same order, so nearly every line is the one after the line found before.
 */
export class OldLines {
  readonly #index: LineIndex;
  readonly #count: number;
  /** Open addressing: the numbers of lines, plus one, at the hash of their digests. */
  readonly #slots: Uint32Array;
  readonly #mask: number;
  /** By line: one more than the number of the new line that has its digest. */
  readonly #newLines: Uint32Array;
  #next = 0;

  constructor(index: LineIndex) {
    this.#index = index;
    this.#count = index.ranks.length;
    this.#newLines = new Uint32Array(this.#count);
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, 1.5 * this.#count)));
    this.#mask = size - 1;
    this.#slots = new Uint32Array(size);
    for (let line = 0; line < this.#count; line++) {
      if (!this.isKnown(line)) continue;
      let slot = index.digests.readUInt32LE(line * DIGEST_BYTES) & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = line + 1;
    }
  }

  /** Returns the line of the previous build with a digest, and takes it for a new line; `NEW` without such a line. */
  take(digest: Buffer, newLine: number): number {
    const line = this.#isFree(this.#next, digest) ? this.#next : this.#find(digest);
    if (line === NEW) return NEW;
    this.#newLines[line] = newLine + 1;
    this.#next = line + 1;
    return line;
  }

  /** Reserves the lines of an input, which no new line takes by its digest. */
  reserve(start: number, end: number): void {
    for (let line = start; line < end; line++) if (this.isKnown(line)) this.#newLines[line] = RESERVED;
  }

  /** Takes a reserved line for a new line. */
  takeReserved(line: number, newLine: number): void {
    this.#newLines[line] = newLine + 1;
  }

  /** Whether the index knows a line, and not only that there was one. */
  isKnown(line: number): boolean {
    return this.#index.ranks[line] !== UNKNOWN;
  }

  /** Returns the new line that is the same as a line; `NEW` without one. */
  newLine(line: number): number {
    return (this.#newLines[line] ?? 0) - 1;
  }

  /** Returns the index of the input of a line. */
  inputOf(line: number): number {
    return inputOf(this.#index.inputs, line);
  }

  keyHash(line: number): number {
    return this.#index.keyHashes.readUIntLE(line * KEY_HASH_BYTES, KEY_HASH_BYTES);
  }

  /** Returns the rank of the plain company of a line; undefined without one. */
  rankOf(line: number): number | undefined {
    const rank = this.#index.ranks[line] ?? UNKNOWN;
    return rank >= NOT_PLAIN ? undefined : rank;
  }

  /** Yields the ranks of the plain companies that have a line whose key has one of the hashes. */
  *ranksOfKeys(hashes: ReadonlySet<number>): Generator<number, void, undefined> {
    for (let line = 0; line < this.#count; line++) {
      const rank = this.rankOf(line);
      if (rank !== undefined && hashes.has(this.keyHash(line))) yield rank;
    }
  }

  #find(digest: Buffer): number {
    let slot = digest.readUInt32LE(0) & this.#mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      const line = (this.#slots[slot] ?? 0) - 1;
      if (this.#isFree(line, digest)) return line;
    }
    return NEW;
  }

  /** Whether a line has a digest and is not taken yet. */
  #isFree(line: number, digest: Buffer): boolean {
    if (line >= this.#count || this.#newLines[line] !== 0 || !this.isKnown(line)) return false;
    const at = line * DIGEST_BYTES;
    return this.#index.digests.compare(digest, 0, DIGEST_BYTES, at, at + DIGEST_BYTES) === 0;
  }
}

/** Returns the index of the input of a line, from the numbers of lines of all inputs. */
export function inputOf(inputs: readonly number[], line: number): number {
  let input = 0;
  for (let left = line; input < inputs.length - 1 && left >= (inputs[input] ?? 0); input++) left -= inputs[input] ?? 0;
  return input;
}
