import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../../model/index.ts';
import { ALL_COUNTRIES } from '../format/format.ts';
import { BRANCH, BRANCH_END_BYTES, leafEntries, type Entry } from '../index/radix-tree.ts';
import type { SnapshotReader } from '../read/reader.ts';
import { KeptRanks, type SharedRanks } from './kept-ranks.ts';

/** Where the numbers of the companies are that a snapshot takes over. */
export interface KeptNumbers<Ranks = SharedRanks> {
  /** The path of the previous snapshot. */
  readonly path: string;
  /** What {@linkcode encodeBranchRanks} returned for each of its branches, in the order of their prefixes. */
  readonly branchRanks: Uint8Array;
  readonly ranks: Ranks;
}

/** A number of a company, with the rank of the company and its places in countries. */
export interface PlacedNumber extends Entry {
  readonly places: Buffer;
}

/** Encodes the ranks of the companies that have the prefix of a branch as their number: no leaf has them, and the branch has others, too. */
export function encodeBranchRanks(ranks: Uint32Array): Buffer {
  const bytes = Buffer.allocUnsafe(VARINT_BYTES_MAX * (1 + ranks.length));
  let at = writeVarint(bytes, 0, ranks.length);
  let before = 0;
  for (const rank of ranks) {
    at = writeVarint(bytes, at, rank - before);
    before = rank;
  }
  return bytes.subarray(0, at);
}

/** Yields the numbers of the companies that a snapshot takes over, ascending, with their new ranks: from the radix tree of the previous one. */
export function* keptNumbers(
  reader: SnapshotReader,
  { branchRanks, ranks }: Omit<KeptNumbers, 'path'>,
): Generator<PlacedNumber, void, undefined> {
  const kept = new KeptRanks(ranks);
  for (const { number, rank: before } of treeEntries(reader, branchRanks)) {
    const rank = kept.rankOf(before);
    if (rank !== undefined) yield { number, rank, places: kept.placesOf(before) };
  }
}

/** Yields all numbers of the tree of all companies, ascending. */
function* treeEntries(reader: SnapshotReader, branchRanks: Uint8Array): Generator<Entry, void, undefined> {
  const own = new VarintReader(branchRanks);
  let label: Buffer | undefined;
  for (const { key, value } of reader.scan('numbers')) {
    if (key.toString('latin1', 0, ALL_COUNTRIES.length) !== ALL_COUNTRIES) return;
    if (value[0] !== BRANCH) {
      yield* leafEntries(value)
        .toArray()
        .toSorted((a, b) => a.number.compare(b.number));
      continue;
    }
    const prefix = key.subarray(ALL_COUNTRIES.length, -BRANCH_END_BYTES);
    // The next chunk of the same branch.
    if (label?.equals(prefix) === true) continue;
    label = prefix;
    let rank = 0;
    for (let left = own.next(); left > 0; left--) {
      rank += own.next();
      yield { number: prefix, rank };
    }
  }
}
