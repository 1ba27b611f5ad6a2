import { findRow, rankOfEntry } from '../format/row.ts';
import type { Place } from '../read/companies.ts';
import { LOOK_UPS_PER_RELEASE } from '../read/rank-order.ts';
import type { SnapshotReader } from '../read/reader.ts';
import { PLACE_BYTES } from './encoded-company.ts';
import type { KeptRanks } from './kept-ranks.ts';

/** Maximum number of companies that are noted on each side, some 50 MB, 1 % of ten million. The numbers of others are added again. */
const NOTED_MAX = 100_000;

/** A company of the new snapshot: its entry in `ids`, with its rank, and its places in countries. */
interface Numbered {
  readonly entry: Buffer;
  readonly places: Buffer;
}

/**
 * Finds companies that are resolved again and have the numbers that they had, in the same countries: most that change only move. The trees
 * of numbers take them over, so that they keep their branches.
 */
export class SameNumbers {
  readonly #reader: SnapshotReader;
  readonly #ranks: KeptRanks;
  /** By rank in the previous snapshot: the places there of companies that are not taken over. */
  readonly #before = new Map<number, readonly Place[]>();
  /** By rank in the previous snapshot: companies with the same identifiers, in Latin-1. A small buffer would keep its whole pool in memory. */
  readonly #now = new Map<number, { readonly [Part in keyof Numbered]: string }>();
  #lookUps = 0;

  constructor(reader: SnapshotReader, ranks: KeptRanks) {
    this.#reader = reader;
    this.#ranks = ranks;
  }

  /** Notes a company of the previous snapshot that is not taken over. */
  noteBefore(rank: number, places: readonly Place[]): void {
    if (this.#before.size < NOTED_MAX) this.#before.set(rank, places);
  }

  /** Notes a company that is resolved again. Returns false if it has other identifiers than in the previous snapshot, or was not there. */
  note(id: Uint8Array, { entry, places }: Numbered): boolean {
    if (this.#now.size === NOTED_MAX) return false;
    if (++this.#lookUps % LOOK_UPS_PER_RELEASE === 0) this.#reader.release();
    const before = this.#reader.tables.ids.get(id);
    const rank = before && rankOfEntry(before);
    if (before === undefined || rank === undefined) return false;
    if (!identifiersOf(before).equals(identifiersOf(entry))) return false;
    this.#now.set(rank, { entry: entry.toString('latin1'), places: places.toString('latin1') });
    return true;
  }

  /** Sets the ranks of the companies that are found. Calls `add` for the others that were noted. */
  finish(add: (entry: Buffer, places: Buffer) => void): void {
    for (const [rank, now] of this.#now) {
      const [entry, places] = [Buffer.from(now.entry, 'latin1'), Buffer.from(now.places, 'latin1')];
      const before = this.#before.get(rank);
      if (before === undefined || !areSame(before, places)) add(entry, places);
      else this.#ranks.setNumbers({ rank, places: before }, rankOfEntry(entry) ?? 0, places);
    }
  }
}

function identifiersOf(entry: Buffer): Buffer {
  return entry.subarray(findRow(entry).end);
}

function areSame(before: readonly Place[], places: Buffer): boolean {
  const countries = Array.from({ length: places.length / PLACE_BYTES }, (_, i) =>
    places.toString('latin1', PLACE_BYTES * i, PLACE_BYTES * i + 2),
  );
  return countries.length === before.length && before.every(({ country }) => countries.includes(country));
}
