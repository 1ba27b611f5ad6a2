import type { ByteBuffer } from '../../model/index.ts';

/**
 * The first 8 bytes of keys, one after the other, in the order of the keys. A shorter key is padded with zeros. A binary search in them
 * reads consecutive memory, which processors are fast at.
 */
export const PREFIX_BYTES = 8;

/** Appends the prefix of a key. */
export function appendPrefix(target: ByteBuffer, key: Uint8Array): void {
  target.append(key.subarray(0, PREFIX_BYTES));
  for (let missing = PREFIX_BYTES - key.length; missing > 0; missing--) target.appendByte(0);
}

/** Returns four bytes of a key as a number, with zeros for missing bytes. */
export function wordAt(key: Uint8Array, at: number): number {
  let word = 0;
  for (let i = at; i < at + 4; i++) word = word * 256 + (key[i] ?? 0);
  return word;
}

/**
 * Returns the first prefix from `start` on that is not before a key, given as two words, or, with `isAfter`, is after it; without such a
 * prefix, the number of prefixes.
 */
export function firstFrom(prefixes: DataView, start: number, high: number, low: number, isAfter: boolean): number {
  let from = start;
  let to = prefixes.byteLength / PREFIX_BYTES;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const word = prefixes.getUint32(PREFIX_BYTES * middle);
    const difference = word === high ? prefixes.getUint32(PREFIX_BYTES * middle + 4) - low : word - high;
    if (difference < 0 || (isAfter && difference === 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Compares bytes `start` to `end` with a key: negative if they are before it, 0 if they are equal. */
export function compareKeys(bytes: Uint8Array, start: number, end: number, key: Uint8Array): number {
  const length = Math.min(end - start, key.length);
  for (let i = 0; i < length; i++) {
    const difference = (bytes[start + i] ?? 0) - (key[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return end - start - key.length;
}
