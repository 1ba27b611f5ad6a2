import { digitAt, packedBytes, unpackDigits } from '../format/digits.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../../model/index.ts';

/**
 * A radix tree with posting lists over the folded numbers of one scope. One range query finds the companies with an identifier that
 * starts with a prefix, in name order, from a rank on. Its nodes are rows of a table:
 *
 * - A *branch* is a prefix with more than LEAF_ENTRIES_MAX numbers below it that differ in the next byte. Its posting list, the
 *   ranks of these numbers, is split into chunks. Key: the prefix, a zero byte, the last rank of the chunk. Value: the chunk.
 * - A *leaf* holds neighbouring numbers below one branch. Key: its greatest number, a one byte. Value: the numbers with their
 *   ranks, in the order of ranks.
 *
 * The first row at or after a prefix has the matches. A branch that starts with the prefix is the topmost one there, so it covers all
 * matches. A leaf holds all matches, because a branch would separate two leaves with matches.
 */
export const BRANCH = 0;
export const LEAF = 1;

/** Number of bytes after the prefix in the key of a branch: a zero byte, and the last rank of the chunk. */
export const BRANCH_END_BYTES = 5;

/** A number, and the rank of a company that has it. */
export interface Entry {
  readonly number: Buffer;
  readonly rank: number;
}

/** Ascending ranks that are reused: if an array is emptied, its memory is garbage. */
export class Ranks {
  readonly #ranks: number[] = [];
  count = 0;

  add(rank: number): void {
    this.#ranks[this.count++] = rank;
  }

  at(index: number): number | undefined {
    return index < this.count ? this.#ranks[index] : undefined;
  }

  /** Returns a copy. */
  all(): number[] {
    return this.#ranks.slice(0, this.count);
  }
}

/** The value of a row, as a table that has gone to the row gives it. */
export interface RowValue {
  readonly bytes: Uint8Array;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/**
 * Adds the ranks from `start` on in a chunk of a branch to `ranks` until it has `max` ranks.
 * @throws {RangeError} if the entries are longer than the row
 */
export function addBranchRanks(
  { bytes, valueStart, valueEnd }: RowValue,
  start: number,
  ranks: Ranks,
  max = Infinity,
): void {
  const reader = new VarintReader(bytes, valueStart + 3);
  let rank = 0;
  for (let left = readCount(bytes, valueStart); left > 0 && ranks.count < max; left--) {
    rank += reader.next();
    if (rank >= start) ranks.add(rank);
  }
  if (reader.at > valueEnd) throw tooLong();
}

/** Returns the ranks in a chunk of a branch. */
export function branchRanks(value: Buffer): readonly number[] {
  const ranks = new Ranks();
  addBranchRanks({ bytes: value, valueStart: 0, valueEnd: value.length }, 0, ranks);
  return ranks.all();
}

function tooLong(): RangeError {
  return new RangeError('Cannot read a row of the radix tree: its entries are longer than the row');
}

/**
 * Adds the ranks from `start` on of those numbers in a leaf that start with `prefix` to `ranks`, each once.
 * @throws {RangeError} if the entries are longer than the row
 */
export function addLeafRanks(
  { bytes, valueStart: at, valueEnd }: RowValue,
  prefix: Uint8Array,
  start: number,
  ranks: Ranks,
  max = Infinity,
): void {
  const commonLength = bytes[at + 3] ?? 0;
  const inCommon = Math.min(prefix.length, commonLength);
  for (let i = 0; i < inCommon; i++) if (prefix[i] !== bytes[at + 4 + i]) return;
  const reader = new VarintReader(bytes, at + 4 + commonLength);
  let rank = 0;
  let last = -1;
  for (let left = readCount(bytes, at); left > 0 && ranks.count < max; left--) {
    rank += reader.next();
    const head = reader.next();
    const length = head >>> 1;
    const isPacked = (head & 1) === 1;
    const isMatch = restStartsWith(bytes, reader.at, length, isPacked, prefix, inCommon);
    reader.at += isPacked ? packedBytes(length) : length;
    if (isMatch && rank >= start && rank !== last) {
      last = rank;
      ranks.add(rank);
    }
  }
  if (reader.at > valueEnd) throw tooLong();
}

function readCount(bytes: Uint8Array, at: number): number {
  return (bytes[at + 1] ?? 0) + 256 * (bytes[at + 2] ?? 0);
}

/** An entry of a leaf: the rank, and where the length and the bytes of the rest of its number are. */
interface LeafPart {
  readonly rank: number;
  readonly start: number;
  readonly restStart: number;
  readonly end: number;
  /** Number of bytes of the rest, before it was packed. */
  readonly length: number;
  readonly isPacked: boolean;
}

/** Yields the entries of a leaf, in the order of ranks. */
function* leafParts(value: Buffer): Generator<LeafPart, void, undefined> {
  const reader = new VarintReader(value, 4 + (value[3] ?? 0));
  let rank = 0;
  for (let left = value.readUInt16LE(1); left > 0; left--) {
    rank += reader.next();
    const start = reader.at;
    const head = reader.next();
    const length = head >>> 1;
    const isPacked = (head & 1) === 1;
    const restStart = reader.at;
    const end = restStart + (isPacked ? packedBytes(length) : length);
    if (end > value.length) throw tooLong();
    reader.at = end;
    yield { rank, start, restStart, end, length, isPacked };
  }
}

/** Returns every number of a leaf with its rank, in the order of ranks. */
export function* leafEntries(value: Buffer): Generator<Entry, void, undefined> {
  const common = value.subarray(4, 4 + (value[3] ?? 0));
  for (const { rank, restStart, end, length, isPacked } of leafParts(value)) {
    const rest = isPacked ? Buffer.from(unpackDigits(value, restStart, length)) : value.subarray(restStart, end);
    yield { number: Buffer.concat([common, rest]), rank };
  }
}

/** Returns a leaf whose companies have other ranks. Its numbers stay as they are, so they are not decoded. */
export function renumberedLeaf(value: Buffer, rankOf: (before: number) => number): Buffer {
  const parts = leafParts(value)
    .map(({ rank, start, end }) => ({ rank: rankOf(rank), start, end }))
    .toArray();
  const renumbered = Buffer.allocUnsafe(value.length + VARINT_BYTES_MAX * parts.length);
  let at = value.copy(renumbered, 0, 0, 4 + (value[3] ?? 0));
  let last = 0;
  for (const { rank, start, end } of parts.toSorted((a, b) => a.rank - b.rank)) {
    at = writeVarint(renumbered, at, rank - last);
    at += value.copy(renumbered, at, start, end);
    last = rank;
  }
  return renumbered.subarray(0, at);
}

/** Whether the rest of a number, after the common prefix of its leaf, starts with `prefix` from index `from` on. */
function restStartsWith(
  value: Uint8Array,
  at: number,
  length: number,
  isPacked: boolean,
  prefix: Uint8Array,
  from: number,
): boolean {
  if (length < prefix.length - from) return false;
  for (let i = from; i < prefix.length; i++) {
    const index = i - from;
    if (prefix[i] !== (isPacked ? digitAt(value, at, index) : value[at + index])) return false;
  }
  return true;
}
