import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../../model/index.ts';

/**
 * Encodes a block: one part for each of 16 companies with consecutive ranks. A part may be empty.
 *
 *     u8 count · count × varint bytes of the part · the parts
 *
 * Undefined if all parts are empty: such a block is not stored.
 */
export function encodeCompanyBlock(parts: readonly Buffer[]): Buffer | undefined {
  if (parts.every(({ length }) => length === 0)) return undefined;
  const head = Buffer.allocUnsafe(1 + VARINT_BYTES_MAX * parts.length);
  head[0] = parts.length;
  let at = 1;
  for (const { length } of parts) at = writeVarint(head, at, length);
  return Buffer.concat([head.subarray(0, at), ...parts]);
}

/** Returns the range of the part of the company at `entry` of a block; undefined if the company has none. */
export function partRange(block: Buffer, entry: number): { readonly start: number; readonly end: number } | undefined {
  const count = block.readUInt8(0);
  const lengths = new VarintReader(block, 1);
  let before = 0;
  let length = 0;
  for (let i = 0; i < count; i++) {
    const next = lengths.next();
    if (i < entry) before += next;
    else if (i === entry) length = next;
  }
  const start = lengths.at + before;
  if (start + length > block.length) throw new RangeError(`Cannot read a block: its part ${entry} is incomplete`);
  return length === 0 ? undefined : { start, end: start + length };
}

/** Returns the part of the company at `entry`, as a slice of the block; empty if it has none. */
export function findPart(block: Buffer, entry: number): Buffer {
  const { start, end } = partRange(block, entry) ?? { start: 0, end: 0 };
  return block.subarray(start, end);
}
