import { once } from 'node:events';
import { open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { asidePath, compressorFor, removeAbandonedAside, renameSynced, systemReason } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';

/** Lines are written at this many characters: a write costs more than a line. */
const BATCH_CHARS = 256 * 1024;

/** The output of an import. The file has a temporary name before {@linkcode LineOutput.finish}. */
export interface LineOutput {
  /** Adds a line of JSON. The result must be awaited: the disk may be slower than the input. */
  write(line: string): Promise<void> | undefined;
  /** Writes the rest, syncs the file and renames it. */
  finish(): Promise<void>;
  /** Removes the temporary file. Does nothing after `finish`. */
  discard(): Promise<void>;
}

/**
 * Opens an output for register lines: gzip for the suffix `.gz`, Zstandard for `.zst`, standard output for `-`.
 * @throws {InputError} where the directory is not writable, or `path` is not a file
 */
export async function openOutput(path: string): Promise<LineOutput> {
  if (path === '-') return streamOutput(process.stdout, path);
  await mustBeReplaceable(path);
  return fileOutput(path);
}

/**
 * Throws if a path exists and is not a file: the rename would replace a device or a pipe.
 * @throws {InputError}
 */
export async function mustBeReplaceable(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing !== undefined && !existing.isFile()) {
    throw new InputError(`Cannot write ${quoteValue(path)}: it is not a file; - is standard output`);
  }
}

async function fileOutput(path: string): Promise<LineOutput> {
  const aside = asidePath(path);
  await removeAbandonedAside(path);
  const file = await createFile(aside, path);
  const head = compressorFor(path);
  const written = pipeline(head, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) await file.writeFile(chunk);
  });
  // `write` or `finish` reports the failure; before, it must not be an unhandled rejection.
  written.catch(() => {});
  const lines = streamOutput(head, path);
  // The stream only reports that it was aborted; the pipeline has the reason.
  const explained = async (error: unknown): Promise<void> => {
    try {
      await written;
    } catch (reason) {
      throw writeError(path, reason);
    }
    throw error;
  };
  let isOpen = true;
  return {
    write: (line) => lines.write(line)?.catch(explained),
    async finish() {
      await lines.finish().catch(explained);
      head.end();
      await written.then(
        () => file.sync(),
        (error: unknown) => Promise.reject(writeError(path, error)),
      );
      isOpen = false;
      await file.close();
      renameSynced(aside, path);
    },
    async discard() {
      if (!isOpen) return;
      isOpen = false;
      head.destroy();
      await written.catch(() => {});
      await file.close();
      await rm(aside, { force: true });
    },
  };
}

function streamOutput(stream: Writable, path: string): LineOutput {
  let batch = '';
  // The next `write` or `finish` reports the failure. Without a listener it would end the process.
  stream.on('error', () => {});
  const flush = async (): Promise<void> => {
    const text = batch;
    batch = '';
    if (stream.errored !== null) throw writeError(path, stream.errored);
    if (text === '' || stream.write(text)) return;
    await once(stream, 'drain').catch((error: unknown) => Promise.reject(writeError(path, error)));
  };
  return {
    write(line) {
      batch += `${line}\n`;
      return batch.length < BATCH_CHARS ? undefined : flush();
    },
    async finish() {
      const text = batch;
      batch = '';
      // Only the callback reports whether the last batch was written.
      await new Promise<void>((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(writeError(path, error)) : resolve()));
      });
    },
    discard: async () => {},
  };
}

async function createFile(aside: string, path: string) {
  try {
    return await open(aside, 'w');
  } catch (error) {
    throw writeError(path, error);
  }
}

export function writeError(path: string, error: unknown): InputError {
  const reason = systemReason(error) ?? (error instanceof Error ? error.message : String(error));
  return new InputError(`Cannot write ${quoteValue(path)}: ${reason}`, { cause: error });
}
