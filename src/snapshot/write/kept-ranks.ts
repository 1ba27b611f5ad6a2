import { ALL_COUNTRIES, BLOCK_COMPANIES } from '../format/format.ts';
import type { Place } from '../read/companies.ts';
import type { SparseIndex } from '../index/sparse-index.ts';
import type { SnapshotReader } from '../read/reader.ts';
import { PLACE_BYTES } from './encoded-company.ts';

/** The memory of {@linkcode KeptRanks}, which another thread can read, by scope. */
export type SharedRanks = readonly (readonly [scope: string, ranks: SharedArrayBuffer])[];

/** Marks a company that is resolved again, and has the numbers that it had. */
const AGAIN = 0x8000_0000;

/**
 * The ranks in a new snapshot of companies that it takes over, and of those that keep only their numbers, in each scope. Memory: four bytes
 * for each company of each scope of the previous one.
 */
export class KeptRanks {
  /** By rank in a scope of the previous snapshot: one more than the new rank; 0 if the company is not taken over. */
  readonly #scopes: ReadonlyMap<string, Uint32Array<SharedArrayBuffer>>;
  readonly #all: Uint32Array;

  /** @param of the previous snapshot, or the memory of the same ranks in another thread */
  constructor(of: SnapshotReader | SharedRanks) {
    const shared = 'memory' in of ? sharedRanks(of.memory.sparseIndex) : of;
    this.#scopes = new Map(shared.map(([scope, ranks]) => [scope, new Uint32Array(ranks)]));
    this.#all = this.inScope(ALL_COUNTRIES);
  }

  get shared(): SharedRanks {
    return Array.from(this.#scopes, ([scope, { buffer }]) => [scope, buffer]);
  }

  get scopes(): string[] {
    return [...this.#scopes.keys()];
  }

  /** Number of companies of the previous snapshot, up to the end of the last block. */
  get count(): number {
    return this.#all.length;
  }

  /**
   * @param before its rank and places in the previous snapshot
   * @param places its places in the new one: in the same countries, in any order
   */
  set(before: { readonly rank: number; readonly places: readonly Place[] }, rank: number, places: Buffer): void {
    this.#all[before.rank] = rank + 1;
    for (let at = 0; at < places.length; at += PLACE_BYTES) {
      const country = places.toString('latin1', at, at + 2);
      const place = before.places.find((one) => one.country === country);
      if (place === undefined) throw new Error(`A company that is taken over was not in ${country}`);
      this.inScope(country)[place.rank] = places.readUInt32BE(at + 2) + 1;
    }
  }

  /** As `set`, for a company that is resolved again: only its numbers are taken over. */
  setNumbers(before: Parameters<KeptRanks['set']>[0], rank: number, places: Buffer): void {
    this.set(before, rank, places);
    this.#all[before.rank] = AGAIN + rank + 1;
  }

  /** Returns the new rank of a company; undefined if it is not taken over. */
  rankOf(before: number): number | undefined {
    const rank = this.#all[before] ?? 0;
    return rank === 0 || rank > AGAIN ? undefined : rank - 1;
  }

  /** Returns the new rank in a scope of a company whose numbers are taken over; undefined for others. */
  rankIn(scope: Uint32Array, before: number): number | undefined {
    const rank = (scope[before] ?? 0) & ~AGAIN;
    return rank === 0 ? undefined : rank - 1;
  }

  inScope(scope: string): Uint32Array {
    return this.#scopes.get(scope) ?? NO_RANKS;
  }
}

const NO_RANKS = new Uint32Array(0);

function sharedRanks(sparseIndex: SparseIndex): SharedRanks {
  return [ALL_COUNTRIES, ...sparseIndex.countries()].map((scope) => [
    scope,
    new SharedArrayBuffer(4 * BLOCK_COMPANIES * sparseIndex.countBlocks(scope)),
  ]);
}
