import { BLOCK_COMPANIES, NAME_KEY_BYTES_MAX, blockOf } from '../format/format.ts';
import type { BlockReader } from './block-reader.ts';
import type { BlockRange, SparseIndex } from './sparse-index.ts';

/**
 * Finds the companies of a scope whose folded name starts with a prefix. Their ranks are consecutive: the sparse index leads to the first.
 */
export class NameMatches {
  /** The rank of the current match; Infinity after the last match. */
  rank = Infinity;
  readonly #index: SparseIndex;
  readonly #blocks: BlockReader;
  readonly #memory = new Uint8Array(NAME_KEY_BYTES_MAX);
  readonly #range: BlockRange = { from: 0, to: 0 };
  #prefix = this.#memory;
  /** The rank after the last match of the current block, and whether the next block may have more matches. */
  #end = 0;
  #isOpen = false;

  constructor(index: SparseIndex, blocks: BlockReader) {
    this.#index = index;
    this.#blocks = blocks;
  }

  /** Goes to the first match from the rank `start` on. `name` is folded. */
  begin(scope: string, name: string, start: number): void {
    this.#take(name);
    this.#blocks.begin(scope);
    this.rank = Infinity;
    if (this.#prefix.length > 0) this.#enter(Math.max(this.#firstBlock(scope), blockOf(start)), start);
  }

  /** Goes to the next match. */
  next(): void {
    if (++this.rank < this.#end) return;
    if (this.#isOpen) this.#enter(blockOf(this.#end), this.#end);
    else this.rank = Infinity;
  }

  /** Returns the ranks of all matches, `start` to `end`, `end` excluded. Reads a few blocks, however many companies match. */
  range(scope: string, name: string): { readonly start: number; readonly end: number } {
    if (name === '') return { start: 0, end: 0 };
    const start = this.#firstRank(scope, name);
    // Folded names are ASCII, so the last character of a prefix has a successor, and only matching names are between the two.
    const last = name.length - 1;
    const behind = name.slice(0, last) + String.fromCharCode(name.charCodeAt(last) + 1);
    return { start, end: this.#firstRank(scope, behind) };
  }

  /**
   * Returns the rank of the first company of a scope whose folded name is not before `name`; the number of companies if all are before it.
   */
  #firstRank(scope: string, name: string): number {
    this.#take(name);
    this.#blocks.begin(scope);
    const number = this.#firstBlock(scope);
    if (this.#blocks.read(number)) {
      this.#blocks.block.match(this.#prefix);
      return number * BLOCK_COMPANIES + this.#blocks.block.from;
    }
    if (number === 0 || !this.#blocks.read(number - 1)) return 0;
    return (number - 1) * BLOCK_COMPANIES + this.#blocks.block.count;
  }

  #take(name: string): void {
    const length = Math.min(name.length, NAME_KEY_BYTES_MAX);
    for (let i = 0; i < length; i++) this.#memory[i] = name.charCodeAt(i);
    this.#prefix = this.#memory.subarray(0, length);
  }

  /** Returns the first block of a scope whose last name is not before the prefix; the number of blocks if all are before it. */
  #firstBlock(scope: string): number {
    const range = this.#range;
    this.#index.find(scope, this.#prefix, range);
    while (range.from < range.to) {
      const middle = (range.from + range.to) >>> 1;
      if (this.#isBefore(middle)) range.from = middle + 1;
      else range.to = middle;
    }
    return range.from;
  }

  /** Whether all names of a block are before the prefix. */
  #isBefore(number: number): boolean {
    const { block } = this.#blocks;
    if (!this.#blocks.read(number)) return false;
    block.match(this.#prefix);
    return block.from === block.count;
  }

  /** Goes to the first match in a block at or after the rank `start`, or in the next block. */
  #enter(number: number, start: number): void {
    const { block } = this.#blocks;
    this.rank = Infinity;
    for (let current = number; this.#blocks.read(current); current++) {
      block.match(this.#prefix);
      const first = current * BLOCK_COMPANIES;
      const rank = Math.max(first + block.from, start);
      this.#end = first + block.to;
      this.#isOpen = block.isOpen && block.count === BLOCK_COMPANIES;
      if (rank < this.#end) {
        this.rank = rank;
        return;
      }
      if (!this.#isOpen) return;
    }
  }
}
