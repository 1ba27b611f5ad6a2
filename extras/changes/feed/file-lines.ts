import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline as connected } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { decompressor, diskReason, linesOf, mustBeFile, systemReason } from '../../../src/files/index.ts';
import { InputError } from '../../../src/model/index.ts';

/**
 * Maximum size of a line, which has one company with all its officers. Few register lines of at most 8 MiB describe one company.
 */
const LINE_BYTES_MAX = 64 * 1024 * 1024;

const PIECE_BYTES = 256 * 1024;

const NEWLINE = Buffer.from('\n');

/** A change file cannot be used. */
export class ChangesError extends InputError {
  constructor(path: string, reason: string, cause?: unknown) {
    super(`Cannot use the changes "${path}": ${reason}`, { cause });
  }
}

/** A change file is not signed by a known key. */
export class ChangesSignatureError extends ChangesError {}

/**
 * The lines of a change file, without their line feeds. Each line is valid only until the next one is read.
 * @throws {ChangesError} if the file is unreadable or damaged, or ends within a line
 */
export async function* fileLines(path: string, signal?: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  mustBeFile(path, (reason) => new ChangesError(path, reason));
  yield* linesOf(plainChunks(path, signal), LINE_BYTES_MAX, (reason) => new ChangesError(path, reason));
}

async function* plainChunks(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer, void, undefined> {
  const source = createReadStream(path, { highWaterMark: PIECE_BYTES });
  // The loop below gets the errors of both streams.
  const plain = connected(source, decompressor('zstd', PIECE_BYTES), () => undefined);
  try {
    for await (const chunk of plain) {
      signal?.throwIfAborted();
      yield chunk as Buffer;
    }
  } catch (error) {
    signal?.throwIfAborted();
    const reason = systemReason(error) ?? 'it is not a file compressed with Zstandard, or it is damaged';
    throw new ChangesError(path, reason, error);
  }
}

/**
 * Writes lines to a new file, compressed as one Zstandard frame with a checksum, and syncs the file.
 * @param lines each without its line feed
 */
export async function writeLines(path: string, lines: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void> {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const file = createWriteStream(path, { flags: 'wx', flush: true });
  try {
    await pipeline(inPieces(lines), compress, file, ...(signal === undefined ? [] : [{ signal }]));
  } catch (error) {
    signal?.throwIfAborted();
    // The source of the lines may have failed for another reason.
    if (diskReason(error) !== undefined || error instanceof InputError || systemReason(error) === undefined)
      throw error;
    throw new InputError(`Cannot write the changes "${path}": ${systemReason(error)}`, { cause: error });
  }
}

/** Joins lines into pieces for the compressor. Each line is copied, because reading the next one may overwrite it. */
async function* inPieces(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  let piece: Uint8Array[] = [];
  let bytes = 0;
  for await (const line of lines) {
    piece.push(Buffer.from(line), NEWLINE);
    bytes += line.length + 1;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(piece, bytes);
    [piece, bytes] = [[], 0];
  }
  yield Buffer.concat(piece, bytes);
}
