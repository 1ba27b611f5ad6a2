import { VARINT_BYTES_MAX, sharedBytes, writeVarint, type VarintReader } from '../../model/index.ts';

/**
 * Encodes sorted names with front coding: each name without the bytes that it shares with the previous name.
 *
 *     varint bytes shared with the previous name · varint bytes of the rest · the rest
 */
export function encodeNames(names: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafe(names.reduce((sum, name) => sum + name.length + 2 * VARINT_BYTES_MAX, 0));
  let at = 0;
  let before: Buffer | undefined;
  for (const name of names) {
    const shared = before === undefined ? 0 : sharedBytes(before, name);
    at = writeVarint(bytes, at, shared);
    at = writeVarint(bytes, at, name.length - shared);
    at += name.copy(bytes, at, shared);
    before = name;
  }
  return bytes.subarray(0, at);
}

/**
 * Finds the first of `count` names that is not smaller than a prefix, and leaves the reader after that name. Returns its index if it starts
 * with the prefix, else -1 minus its index; -1 minus `count` if all names are smaller.
 */
export function firstNotBefore(bytes: Uint8Array, reader: VarintReader, count: number, prefix: Uint8Array): number {
  // Number of bytes of the prefix that the current name begins with.
  let matched = 0;
  for (let entry = 0; entry < count; entry++) {
    const shared = reader.next();
    const length = reader.next();
    const rest = reader.at;
    reader.at += length;
    // The previous name was smaller than the prefix at byte `matched`. A name that shares more bytes with it is smaller, too. A name that
    // shares fewer is greater, at a byte at which the previous name equalled the prefix.
    if (shared > matched) continue;
    if (shared < matched) return -1 - entry;
    let i = 0;
    while (i < length && matched < prefix.length && bytes[rest + i] === prefix[matched]) {
      i++;
      matched++;
    }
    if (matched === prefix.length) return entry;
    if (i < length && (bytes[rest + i] ?? 0) > (prefix[matched] ?? 0)) return -1 - entry;
  }
  return -1 - count;
}
