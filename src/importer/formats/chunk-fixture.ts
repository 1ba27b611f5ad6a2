/** Gives bytes in pieces of one size, as a stream would: what a reader makes of them must not hang on where they end. */
export async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
