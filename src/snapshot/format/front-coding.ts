import { VARINT_BYTES_MAX, sharedBytes, writeVarint, type VarintReader } from './varint.ts';

/**
 * Names in order, each as what it does not share with the one before:
 *
 *     varint bytes shared with the name before · varint bytes of the rest · the rest
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

/** The names that the reader stands before, so many of them. */
export function* decodeNames(bytes: Buffer, reader: VarintReader, count: number): Generator<Buffer, void, undefined> {
  let name: Buffer = Buffer.alloc(0);
  for (let left = count; left > 0; left--) {
    const shared = reader.next();
    const length = reader.next();
    name = Buffer.concat([name.subarray(0, shared), bytes.subarray(reader.at, reader.at + length)]);
    reader.at += length;
    yield name;
  }
}

/** Where the first name at or behind a prefix lies. */
export interface FirstName {
  /** Its number; that of all names where none is. */
  readonly entry: number;
  readonly startsWithPrefix: boolean;
}

/**
 * Finds the first of `count` names that does not lie before a prefix, and leaves the reader behind it. Every byte of the prefix is
 * compared at most once per run of smaller names.
 */
export function firstNotBefore(bytes: Buffer, reader: VarintReader, count: number, prefix: Buffer): FirstName {
  // How many bytes of the prefix the current name begins with.
  let matched = 0;
  for (let entry = 0; entry < count; entry++) {
    const shared = reader.next();
    const length = reader.next();
    const rest = reader.at;
    reader.at += length;
    // The name before was smaller than the prefix at byte `matched`: sharing more keeps it so, sharing less means
    // that this name is larger at a byte where the other equalled the prefix.
    if (shared > matched) continue;
    if (shared < matched) return { entry, startsWithPrefix: false };
    let i = 0;
    while (i < length && matched < prefix.length && bytes[rest + i] === prefix[matched]) {
      i++;
      matched++;
    }
    if (matched === prefix.length) return { entry, startsWithPrefix: true };
    if (i < length && (bytes[rest + i] ?? 0) > (prefix[matched] ?? 0)) return { entry, startsWithPrefix: false };
  }
  return { entry: count, startsWithPrefix: false };
}
