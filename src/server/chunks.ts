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

/** An open file that is sent piece by piece, each read when the client has taken the one before. Whoever sends it closes it. */
export interface FileBody {
  /** In bytes. */
  readonly length: number;
  /** At most so many bytes from `start` on; none behind the end. */
  read(start: number, bytesMax: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A part of a file: the first byte, and the one behind the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A part of a file, with the file. */
export interface FilePart extends ByteRange {
  readonly file: FileBody;
}
