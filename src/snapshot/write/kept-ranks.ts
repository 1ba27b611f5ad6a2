import { PLACE_BYTES } from './encoded-company.ts';

/** A company is in at most two countries: that of its register, and that of its head office. */
const PLACES_BYTES = 2 * PLACE_BYTES;

/** The memory of {@linkcode KeptRanks}, which another thread can read. */
export interface SharedRanks {
  readonly ranks: SharedArrayBuffer;
  readonly places: SharedArrayBuffer;
}

/** The ranks in a new snapshot of companies that it takes over. Memory: 16 bytes for each company of the previous one. */
export class KeptRanks {
  readonly shared: SharedRanks;
  /** By rank in the previous snapshot: one more than the new rank; 0 if the company is not taken over. */
  readonly #ranks: Uint32Array;
  /** By rank in the previous snapshot: its places in countries, and zeros. */
  readonly #places: Buffer;

  /** @param of number of companies of the previous snapshot, or the memory of the same ranks in another thread */
  constructor(of: number | SharedRanks) {
    this.shared =
      typeof of === 'number'
        ? { ranks: new SharedArrayBuffer(of * 4), places: new SharedArrayBuffer(of * PLACES_BYTES) }
        : of;
    this.#ranks = new Uint32Array(this.shared.ranks);
    this.#places = Buffer.from(this.shared.places);
  }

  /** Number of companies of the previous snapshot. */
  get count(): number {
    return this.#ranks.length;
  }

  set(before: number, rank: number, places: Buffer): void {
    this.#ranks[before] = rank + 1;
    places.copy(this.#places, before * PLACES_BYTES);
  }

  /** Returns the new rank of a company; undefined if it is not taken over. */
  rankOf(before: number): number | undefined {
    const rank = this.#ranks[before] ?? 0;
    return rank === 0 ? undefined : rank - 1;
  }

  /** Returns the places of a company that is taken over. */
  placesOf(before: number): Buffer {
    const start = before * PLACES_BYTES;
    let end = start;
    while (end < start + PLACES_BYTES && this.#places[end] !== 0) end += PLACE_BYTES;
    return this.#places.subarray(start, end);
  }
}
