import { rm } from 'node:fs/promises';
import { asidePath, removeAbandonedAside } from '../../../src/files/index.ts';
import { ChangesError, fileLines, writeLines } from './file-lines.ts';
import { isEnd, readChanges, type ReadChanges } from './read.ts';
import { endOf, type ChangesSigner } from './signature.ts';

/** A copy of a change file that another key signs. */
export interface SignedCopy extends AsyncDisposable {
  readonly path: string;
}

/**
 * Writes a copy of a change file that was read, beside it, which a key signs: all lines but the last are the same, and so is the digest.
 * @throws {ChangesError} where the file is another one now
 */
export async function signCopy(
  { path, end }: ReadChanges,
  signer: ChangesSigner,
  signal?: AbortSignal,
): Promise<SignedCopy> {
  await removeAbandonedAside(path);
  const copy = asidePath(path);
  const dispose = async (): Promise<void> => {
    await rm(copy, { force: true });
  };
  async function* lines(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const line of fileLines(path, signal))
      yield isEnd(line) ? Buffer.from(JSON.stringify(endOf(end.events, end.digest, signer))) : line;
  }
  try {
    await dispose();
    await writeLines(copy, lines(), signal);
    await readChanges(copy, { signal });
  } catch (error) {
    await dispose();
    throw error instanceof ChangesError ? new ChangesError(path, error.message, error) : error;
  }
  return { path: copy, [Symbol.asyncDispose]: dispose };
}
