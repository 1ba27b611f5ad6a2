import { rankOfEntry, setRank } from '../format/row.ts';
import { rowsOfIds } from '../read/rank-order.ts';
import type { SnapshotReader } from '../read/reader.ts';
import { PLACE_BYTES } from './encoded-company.ts';

/** The ranks in a new snapshot of companies that it takes over. Memory: ten bytes for each company of the previous one. */
export class KeptRanks {
  /** By rank in the previous snapshot: one more than the new rank; 0 if the company is not taken over. */
  readonly #ranks: Uint32Array;
  /** By rank in the previous snapshot: the place in its country, of companies in one country. */
  readonly #places: Buffer;
  readonly #otherPlaces = new Map<number, Buffer>();

  /** @param companies number of companies of the previous snapshot */
  constructor(companies: number) {
    this.#ranks = new Uint32Array(companies);
    this.#places = Buffer.alloc(companies * PLACE_BYTES);
  }

  set(before: number, rank: number, places: Buffer): void {
    this.#ranks[before] = rank + 1;
    if (places.length === PLACE_BYTES) places.copy(this.#places, before * PLACE_BYTES);
    else this.#otherPlaces.set(before, places);
  }

  /** Returns the new rank of a company; undefined if it is not taken over. */
  rankOf(before: number): number | undefined {
    const rank = this.#ranks[before] ?? 0;
    return rank === 0 ? undefined : rank - 1;
  }

  placesOf(before: number): Buffer {
    const start = before * PLACE_BYTES;
    return this.#otherPlaces.get(before) ?? this.#places.subarray(start, start + PLACE_BYTES);
  }
}

/**
 * Yields the entries in `ids` of companies that are taken over, with their new ranks, in the order of ids.
 * @param onEntry called with each entry, and the places of its company in countries
 */
export function* keptIds(
  reader: SnapshotReader,
  ranks: KeptRanks,
  onEntry: (entry: Buffer, places: Buffer) => void,
): Generator<{ readonly key: Buffer; readonly value: Buffer }, void, undefined> {
  const isKept = (before: number | undefined): boolean => before !== undefined && ranks.rankOf(before) !== undefined;
  for (const { key, value } of rowsOfIds(reader, isKept)) {
    const before = rankOfEntry(value) ?? 0;
    setRank(value, ranks.rankOf(before) ?? 0);
    onEntry(value, ranks.placesOf(before));
    yield { key, value };
  }
}
