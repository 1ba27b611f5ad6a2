import { once } from 'node:events';
import { open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { asidePath, compressorFor, removeAbandonedAside, renameSynced, systemReason } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';

/** How many characters of lines are gathered before they are handed on; one line costs less than one write. */
const BATCH_CHARS = 256 * 1024;

/** Where the lines of an import go. Nothing appears under the final name before {@linkcode LineOutput.finish}. */
export interface LineOutput {
  /** Adds a line, in JSON. Await the result: it waits where the disk is slower than the reading. */
  write(line: string): Promise<void> | undefined;
  /** Writes what is left, makes it durable and gives it its name. */
  finish(): Promise<void>;
  /** Removes what was written. A file that had the final name before is untouched. Does nothing after `finish`. */
  discard(): Promise<void>;
}

/**
 * Opens `path` for register lines: compressed with gzip where it ends in `.gz`, with Zstandard where it ends in `.zst`,
 * and `-` is standard output. A file is written under a temporary name beside it.
 * @throws {InputError} where the directory cannot be written to, or `path` is there and no file
 */
export async function openOutput(path: string): Promise<LineOutput> {
  if (path === '-') return streamOutput(process.stdout, path);
  await mustBeReplaceable(path);
  return fileOutput(path);
}

/**
 * Refuses a path at which there is something other than a file: the rename at the end would replace a device or a pipe.
 * @throws {InputError} saying so
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
  // The failure is reported by `write` or `finish`; it must not be an unhandled rejection before.
  written.catch(() => {});
  const lines = streamOutput(head, path);
  // The stream says only that it was aborted; why, the writing behind it knows.
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
  // The next `write` or `finish` reports the failure; without a listener it would end the process.
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
      // A stream takes the last batch before it has written it: only the callback tells what became of it.
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

/** Says which file could not be written, and why. */
export function writeError(path: string, error: unknown): InputError {
  const reason = systemReason(error) ?? (error instanceof Error ? error.message : String(error));
  return new InputError(`Cannot write ${quoteValue(path)}: ${reason}`, { cause: error });
}
