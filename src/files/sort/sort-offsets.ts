import { HEADER_BYTES, compareRecords } from './run.ts';

/**
 * Maximum number of records that are sorted at once: four bytes of a key and the index of a record make an exact number. Sorting takes 16 to 20
 * bytes of memory a record.
 */
export const SORTED_RECORDS_MAX = 2 ** 21;

/** Groups of at most this many records are sorted by comparing two at a time. */
const COMPARED_MAX = 16;

/** Keys that are equal in this many bytes are compared, too: each step of four bytes takes a place on the stack. */
const DEPTH_MAX = 64;

/**
 * Sorts the offsets of records by the bytes of the records. Their keys are equal before byte `depth`, and have that many bytes. Numbers are sorted
 * natively, in a tenth of the time of a function that compares records, so the next four bytes of each key are sorted as a number; then the
 * records that share these bytes are sorted by the rest.
 */
export function sortOffsets(arena: Buffer, offsets: Uint32Array, depth = 0): void {
  const before = offsets.slice();
  const count = offsets.length;
  const sorted = new Float64Array(count);
  for (let i = 0; i < count; i++) sorted[i] = wordAt(arena, before[i] ?? 0, depth) * SORTED_RECORDS_MAX + i;
  sorted.sort();
  let first = 0;
  let word = NaN;
  for (let i = 0; i < count; i++) {
    const wordAndIndex = sorted[i] ?? 0;
    const index = wordAndIndex % SORTED_RECORDS_MAX;
    offsets[i] = before[index] ?? 0;
    if (wordAndIndex - index === word) continue;
    if (i - first > 1) sortGroup(arena, offsets.subarray(first, i), depth + 4);
    first = i;
    word = wordAndIndex - index;
  }
  if (count - first > 1) sortGroup(arena, offsets.subarray(first, count), depth + 4);
}

function sortGroup(arena: Buffer, group: Uint32Array, depth: number): void {
  const isLonger = (offset: number): boolean => arena.readUInt32LE(offset) >= depth;
  if (group.length > COMPARED_MAX && depth < DEPTH_MAX && group.every(isLonger)) sortOffsets(arena, group, depth);
  else group.sort((a, b) => compareRecords(arena, a, arena, b));
}

/** Returns four bytes of the key as a number, padded with zero bytes. */
function wordAt(arena: Buffer, offset: number, depth: number): number {
  const left = arena.readUInt32LE(offset) - depth;
  const start = offset + HEADER_BYTES + depth;
  if (left >= 4) return arena.readUInt32BE(start);
  return left <= 0 ? 0 : arena.readUIntBE(start, left) * 2 ** (8 * (4 - left));
}
