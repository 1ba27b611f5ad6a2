/** A part of a body: bytes, or a text with one byte per character. */
export type Chunk = Uint8Array | string;

const ASCII = /^[\0-\x7f]*$/;

/** The UTF-8 of a text, as a text with one byte per character. */
export function binaryText(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text).toString('latin1');
}

/** The total length of chunks in bytes. */
export function byteLength(chunks: readonly Chunk[]): number {
  let sum = 0;
  for (const { length } of chunks) sum += length;
  return sum;
}

/** Concatenates chunks. */
export function concat(chunks: readonly Chunk[]): Buffer {
  const bytes = Buffer.allocUnsafe(byteLength(chunks));
  copyInto(bytes, 0, chunks);
  return bytes;
}

/** Copies chunks into `bytes`, one after the other, beginning at `start`. */
export function copyInto(bytes: Buffer, start: number, chunks: readonly Chunk[]): void {
  let at = start;
  for (const chunk of chunks) {
    if (typeof chunk === 'string') bytes.write(chunk, at, 'latin1');
    else bytes.set(chunk, at);
    at += chunk.length;
  }
}
