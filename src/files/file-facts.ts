import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** What a file holds. */
export interface FileFacts {
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface ReadingOptions {
  /** Stops between two pieces, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told how many bytes were read so far. */
  readonly onBytes?: (bytes: number) => void;
}

/** A read takes as much at once. */
const CHUNK_BYTES = 1 << 20;

/** The size and the SHA-256 of what a stream gives. */
export async function factsOfStream(
  stream: AsyncIterable<Uint8Array>,
  { signal, onBytes }: ReadingOptions = {},
): Promise<FileFacts> {
  const sum = createHash('sha256');
  let size = 0;
  for await (const chunk of stream) {
    signal?.throwIfAborted();
    sum.update(chunk);
    size += chunk.length;
    onBytes?.(size);
  }
  return { size, sha256: sum.digest('hex') };
}

/** The size and the SHA-256 of a file. */
export async function factsOfFile(path: string, options?: ReadingOptions): Promise<FileFacts> {
  return await factsOfStream(createReadStream(path, { highWaterMark: CHUNK_BYTES }), options);
}
