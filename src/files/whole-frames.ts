import { open } from 'node:fs/promises';

const MAGIC = 0xfd2fb528;

/** The maximum size of a frame header: magic, descriptor, window, dictionary and content size. */
const HEADER_BYTES_MAX = 4 + 1 + 1 + 4 + 8;
const BLOCK_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;

/** The type of blocks with one repeated byte. */
const REPEATED = 1;

/**
 * The number of bytes in complete Zstandard frames (RFC 8878, section 3.1.1) at the start of a file. Their content is not checked.
 */
export async function wholeFrameBytes(path: string): Promise<number> {
  await using file = await open(path);
  const { size } = await file.stat();
  const read = async (at: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  let whole = 0;
  for (;;) {
    const header = frameHeader(await read(whole, HEADER_BYTES_MAX));
    if (header === undefined) return whole;
    let at = whole + header.bytes;
    for (let isLast = false; !isLast;) {
      const block = await read(at, BLOCK_HEADER_BYTES);
      if (block.length < BLOCK_HEADER_BYTES) return whole;
      const bits = block.readUIntLE(0, BLOCK_HEADER_BYTES);
      isLast = (bits & 1) === 1;
      at += BLOCK_HEADER_BYTES + (((bits >> 1) & 3) === REPEATED ? 1 : bits >> 3);
    }
    at += header.hasChecksum ? CHECKSUM_BYTES : 0;
    if (at > size) return whole;
    whole = at;
  }
}

/** The size of a frame header; undefined if it is missing or cut. */
function frameHeader(start: Buffer): { readonly bytes: number; readonly hasChecksum: boolean } | undefined {
  if (start.length < 5 || start.readUInt32LE(0) !== MAGIC) return undefined;
  const descriptor = start.readUInt8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const content = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const bytes = 5 + (isSingle ? 0 : 1) + dictionary + content;
  return start.length < bytes ? undefined : { bytes, hasChecksum: (descriptor & 4) !== 0 };
}
