import { BLOCK_COMPANIES, blockOf } from '../format/format.ts';
import { ID_BYTES } from '../format/row.ts';

/**
 * Compares the companies that entries in `ids` lead to with those in the blocks, in any order: for each block, the sum of the hashes of its
 * companies is the same. Memory: four bytes a block. A fault is missed once in four billion times.
 */
export class CompanySums {
  readonly #differences: Int32Array;

  /** @param companies number of companies in the blocks */
  constructor(companies: number) {
    this.#differences = new Int32Array(Math.ceil(companies / BLOCK_COMPANIES));
  }

  /** Adds the company of an entry: its row is the bytes `start` to `end`. */
  add(rank: number, id: Uint8Array, bytes: Uint8Array, start: number, end: number): void {
    this.#change(rank, hashBytes(bytes, start, end, hashBytes(id, 0, ID_BYTES, rank)));
  }

  /** Subtracts a company of a block. */
  subtract(rank: number, bytes: Uint8Array, idStart: number, start: number, end: number): void {
    this.#change(rank, -hashBytes(bytes, start, end, hashBytes(bytes, idStart, idStart + ID_BYTES, rank)));
  }

  /** Whether both had the same companies. */
  areEqual(): boolean {
    return this.#differences.every((difference) => difference === 0);
  }

  #change(rank: number, by: number): void {
    const block = blockOf(rank);
    this.#differences[block] = (this.#differences[block] ?? 0) + by;
  }
}

/** FNV-1a, with the last step of MurmurHash3, so that sums of hashes depend on which bytes belong together. */
function hashBytes(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
