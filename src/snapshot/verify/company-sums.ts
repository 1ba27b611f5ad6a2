import { BLOCK_COMPANIES, blockOf } from '../format/format.ts';
import { ID_BYTES } from '../format/row.ts';

/**
 * Sums of the hashes of companies, one for each block: two scans in different orders have the same sums if they have the same companies. Memory:
 * four bytes a block. One fault in four billion is missed.
 */
export class CompanySums {
  readonly sums: Uint32Array;

  /** @param companies their number, or the sums of others */
  constructor(companies: number | Uint32Array) {
    this.sums = typeof companies === 'number' ? new Uint32Array(Math.ceil(companies / BLOCK_COMPANIES)) : companies;
  }

  /** Adds the company at a rank: its id begins at `idStart` of `id`, its row is the bytes `start` to `end` of `bytes`. */
  add(rank: number, id: Uint8Array, idStart: number, bytes: Uint8Array, start: number, end: number): void {
    const block = blockOf(rank);
    const hash = hashBytes(bytes, start, end, hashBytes(id, idStart, idStart + ID_BYTES, rank));
    this.sums[block] = (this.sums[block] ?? 0) + hash;
  }

  equals({ sums }: CompanySums): boolean {
    return this.sums.length === sums.length && this.sums.every((sum, block) => sum === sums[block]);
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
