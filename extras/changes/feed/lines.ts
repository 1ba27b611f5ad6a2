import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline as connected } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { decompressor, diskReason, mustBeFile, splitLines, systemReason } from '../../../src/files/index.ts';
import { InputError } from '../../../src/model/index.ts';

/**
 * Maximum size of a line, which has one company with all its officers. Few register lines of at most 8 MiB describe one company.
 */
const LINE_BYTES_MAX = 64 * 1024 * 1024;

const PIECE_BYTES = 256 * 1024;

/** A change file cannot be used. */
export class ChangesError extends InputError {
  constructor(path: string, reason: string, cause?: unknown) {
    super(`Cannot use the changes "${path}": ${reason}`, { cause });
  }
}

/**
 * The lines of a change file, without their line feeds. Each line is valid only until the next one is read.
 * @throws {ChangesError} if the file is unreadable or damaged, or ends within a line
 */
export async function* readLines(path: string, signal?: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  mustBeFile(path, (reason) => new ChangesError(path, reason));
  yield* splitLines(plainChunks(path, signal), LINE_BYTES_MAX, (reason) => new ChangesError(path, reason));
}

async function* plainChunks(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer, void, undefined> {
  const source = createReadStream(path, { highWaterMark: PIECE_BYTES });
  // The loop below gets the errors of both streams.
  const plain = connected(source, decompressor('gzip', PIECE_BYTES), () => undefined);
  try {
    for await (const chunk of plain) {
      signal?.throwIfAborted();
      yield chunk as Buffer;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new ChangesError(path, systemReason(error) ?? 'it is not compressed with gzip, or it is damaged', error);
  }
}

/** Writes lines to a new file, compressed with gzip, and syncs the file. */
export async function writeLines(path: string, lines: AsyncIterable<string>, signal?: AbortSignal): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', flush: true });
  try {
    await pipeline(inPieces(lines), createGzip(), file, ...(signal === undefined ? [] : [{ signal }]));
  } catch (error) {
    signal?.throwIfAborted();
    // The source of the lines may have failed for another reason.
    if (diskReason(error) !== undefined || error instanceof InputError || systemReason(error) === undefined)
      throw error;
    throw new InputError(`Cannot write the changes "${path}": ${systemReason(error)}`, { cause: error });
  }
}

async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let piece = '';
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < PIECE_BYTES) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
