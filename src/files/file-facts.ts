import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export interface FileFacts {
  readonly size: number;
  /** The SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

export interface FileFactsOptions {
  /** Aborts between two chunks, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes so far. */
  readonly onBytes?: (bytes: number) => void;
}

const CHUNK_BYTES = 1 << 20;

export async function factsOfStream(
  stream: AsyncIterable<Uint8Array>,
  { signal, onBytes }: FileFactsOptions = {},
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

export async function factsOfFile(path: string, options?: FileFactsOptions): Promise<FileFacts> {
  return await factsOfStream(createReadStream(path, { highWaterMark: CHUNK_BYTES }), options);
}
