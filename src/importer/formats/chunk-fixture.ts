import { readText, type Text } from './text.ts';

/** Yields bytes in chunks of equal size, as a stream would: the result of a reader must not depend on the chunk boundaries. */
export async function* splitChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Opens a text and gives it in chunks of at least `size` bytes: `readText` itself joins the first 64 KiB. */
export async function textInChunks(
  bytes: string | Buffer,
  size: number,
  reading?: Parameters<typeof readText>[2],
): Promise<Text> {
  const text = await readText('x', splitChunks(Buffer.from(bytes), size), reading);
  return { ...text, chunks: splitCharacters(text.chunks, size) };
}

async function* splitCharacters(chunks: AsyncGenerator<Buffer>, size: number): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let start = 0, end = size; start < chunk.length; start = end, end += size) {
      // A byte within a character of UTF-8.
      while (((chunk[end] ?? 0) & 0xc0) === 0x80) end++;
      yield chunk.subarray(start, end);
    }
  }
}
