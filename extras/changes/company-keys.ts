import { companyIdBytes } from '../../src/model/index.ts';

export const ID_BYTES = 16;

/** Entries of `entryBytes` each, sorted by the company ID at their start. */
export interface IdList {
  readonly entries: Buffer;
  readonly entryBytes: number;
  /** The first 4 bytes of each ID: nearly all comparisons need no more. */
  readonly heads: Uint32Array;
}

export function idList(entries: Buffer, entryBytes: number): IdList {
  const heads = new Uint32Array(entries.length / entryBytes);
  for (let at = 0; at < heads.length; at++) heads[at] = entries.readUInt32BE(at * entryBytes);
  return { entries, entryBytes, heads };
}

/** Sorts company IDs and removes duplicates. */
export function companyKeys(ids: Iterable<string>): IdList {
  const sorted = [...new Set(ids)].toSorted();
  const entries = Buffer.allocUnsafe(sorted.length * ID_BYTES);
  for (const [at, id] of sorted.entries()) companyIdBytes(id, entries.subarray(at * ID_BYTES, (at + 1) * ID_BYTES));
  return idList(entries, ID_BYTES);
}

/**
 * Returns the indexes in `list` of the IDs of `keys`. The time grows with the shorter list and the logarithm of the longer one.
 */
export function findIndexes(keys: IdList, list: IdList): number[] {
  const found: number[] = [];
  let [at, key] = [0, 0];
  while (at < list.heads.length && key < keys.heads.length) {
    const order = compare(list, at, keys, key);
    if (order === 0) found.push(at++);
    else if (order < 0) at = seek(list, at, keys, key);
    else key = seek(keys, key, list, at);
  }
  return found;
}

/** Returns the approximate number of comparisons that {@linkcode findIndexes} makes. */
export function estimateComparisons(keys: number, entries: number): number {
  const [short, long] = keys < entries ? [keys, entries] : [entries, keys];
  return short === 0 ? 0 : Math.ceil(short * (2 + 2 * Math.log2(long / short)));
}

/**
 * Returns the first index after `from` whose ID is not before the ID at index `at` of `other`. The steps double until they pass it; then
 * a binary search follows.
 */
function seek(list: IdList, from: number, other: IdList, at: number): number {
  const count = list.heads.length;
  let [before, step] = [from, 1];
  while (before + step < count && compare(list, before + step, other, at) < 0) {
    before += step;
    step *= 2;
  }
  let end = Math.min(before + step, count);
  while (before + 1 < end) {
    const middle = (before + end) >>> 1;
    if (compare(list, middle, other, at) < 0) before = middle;
    else end = middle;
  }
  return end;
}

function compare(a: IdList, aIndex: number, b: IdList, bIndex: number): number {
  const order = (a.heads[aIndex] ?? 0) - (b.heads[bIndex] ?? 0);
  if (order !== 0) return order;
  const [aStart, bStart] = [aIndex * a.entryBytes, bIndex * b.entryBytes];
  return a.entries.compare(b.entries, bStart, bStart + ID_BYTES, aStart, aStart + ID_BYTES);
}
