import { open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  asidePath,
  compressorFor,
  removeAbandonedAside,
  renameSynced,
  systemReason,
  type PreparedFile,
} from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';

/** Number of bytes of lines that are written together: a write costs more than a line. */
const BATCH_BYTES = 256 * 1024;

/** Maximum number of bytes in UTF-8 of a UTF-16 code unit. */
const UNIT_BYTES_MAX = 3;

const LINE_FEED = 0x0a;

/**
 * Writes lines of JSON to a synced temporary file: gzip for the suffix `.gz`, Zstandard for `.zst`. For `-` they are written to standard
 * output. An error that the iterable of lines throws is thrown unchanged.
 * @throws {InputError} if the directory is not writable, or `path` is not a file
 */
export async function prepareLines(path: string, lines: AsyncIterable<string>): Promise<PreparedFile> {
  const aside = asidePath(path);
  const discard = (): Promise<void> => rm(aside, { force: true });
  if (path !== '-') await mustBeReplaceable(path);
  let fault: { readonly error: unknown } | undefined;
  const batches = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* inBatches(lines);
    } catch (error) {
      fault = { error };
      throw error;
    }
  };
  try {
    if (path === '-') await writeOut(batches());
    else {
      await removeAbandonedAside(path);
      // An invalid path must stop the import before the import reads anything.
      const file = await open(aside, 'w');
      await pipeline(batches(), compressorFor(path), file.createWriteStream({ flush: true }));
    }
  } catch (error) {
    if (path !== '-') await discard();
    throw fault === undefined ? writeError(path, error) : fault.error;
  }
  return path === '-'
    ? { take: () => undefined, discard: async () => {} }
    : { take: () => renameSynced(aside, path), discard };
}

/**
 * Throws if a path exists and is not a file: a rename would replace a device or a pipe.
 * @throws {InputError}
 */
export async function mustBeReplaceable(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing !== undefined && !existing.isFile()) {
    throw new InputError(`Cannot write ${quoteValue(path)}: it is not a file; - is standard output`);
  }
}

/** Encodes lines one by one: one letter of a batch that is not Latin would make the whole batch twice as large before it is encoded. */
async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let batch = Buffer.alloc(0);
  let used = 0;
  for await (const line of lines) {
    const bytesMax = UNIT_BYTES_MAX * line.length + 1;
    if (used + bytesMax > batch.length) {
      if (used > 0) yield batch.subarray(0, used);
      batch = Buffer.allocUnsafeSlow(Math.max(BATCH_BYTES, bytesMax));
      used = 0;
    }
    used += batch.write(line, used);
    batch[used++] = LINE_FEED;
  }
  yield batch.subarray(0, used);
}

async function writeOut(batches: AsyncGenerator<Buffer>): Promise<void> {
  const { stdout } = process;
  // Without a listener, an error after the last batch would end the process.
  stdout.on('error', () => {});
  await pipeline(batches, stdout, { end: false });
  // Only the callback reports whether the last batch was written.
  await promisify((done: (error?: Error | null) => void) => stdout.write('', done))();
}

export function writeError(path: string, error: unknown): InputError {
  const reason = systemReason(error) ?? (error instanceof Error ? error.message : String(error));
  return new InputError(`Cannot write ${quoteValue(path)}: ${reason}`, { cause: error });
}
