import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../../model/index.ts';

/**
 * A block of parts, one of each of 16 companies with consecutive ranks, which may have no bytes:
 *
 *     u8 count · count × varint bytes of the part · the parts
 *
 * Undefined where no company has a part: the block is not stored.
 */
export function encodeCompanyBlock(parts: readonly Buffer[]): Buffer | undefined {
  if (parts.every(({ length }) => length === 0)) return undefined;
  const head = Buffer.allocUnsafe(1 + VARINT_BYTES_MAX * parts.length);
  head[0] = parts.length;
  let at = 1;
  for (const { length } of parts) at = writeVarint(head, at, length);
  return Buffer.concat([head.subarray(0, at), ...parts]);
}

/** The range of the part of the company at `entry` of a block; undefined where it has none. */
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
  return length === 0 ? undefined : { start, end: start + length };
}

/** The part of the company at `entry` of a block, as a part of the block; empty where it has none. */
export function partOf(block: Buffer, entry: number): Buffer {
  const { start, end } = partRange(block, entry) ?? { start: 0, end: 0 };
  return block.subarray(start, end);
}
