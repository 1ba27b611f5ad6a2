/** Yields bytes in chunks of equal size, as a stream would: the result of a reader must not depend on the chunk boundaries. */
export async function* splitChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
