/** A piece of a body: bytes, or a text of which each character is one byte. */
export type Chunk = Uint8Array | string;

const ASCII = /^[\0-\x7f]*$/;

/** The UTF-8 of a text, as a text of which each character is one byte. */
export function binaryText(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text).toString('latin1');
}

/** The bytes of all chunks together. */
export function byteLength(chunks: readonly Chunk[]): number {
  let sum = 0;
  for (const { length } of chunks) sum += length;
  return sum;
}

/** Copies chunks one behind the other. */
export function concat(chunks: readonly Chunk[]): Buffer {
  const bytes = Buffer.allocUnsafe(byteLength(chunks));
  copyInto(bytes, 0, chunks);
  return bytes;
}

/** Copies chunks one behind the other into `bytes` from `start` on. */
export function copyInto(bytes: Buffer, start: number, chunks: readonly Chunk[]): void {
  let at = start;
  for (const chunk of chunks) {
    if (typeof chunk === 'string') bytes.write(chunk, at, 'latin1');
    else bytes.set(chunk, at);
    at += chunk.length;
  }
}
