import { rm } from 'node:fs/promises';
import { asidePath, removeAbandonedAside } from '../../../src/files/index.ts';
import type { SigningKey } from '../keys.ts';
import { ChangesError, fileLines, writeLines } from './file-lines.ts';
import { isEnd, readChanges, type ReadChanges } from './read.ts';
import { endOf } from './lines.ts';

/** A rewritten copy of a change file beside it. Disposal removes it. */
export interface RewrittenChanges extends AsyncDisposable {
  readonly path: string;
}

/**
 * Writes a copy of a change file, and reads it to check that it is valid.
 * @param edit returns each line of the copy; lines are numbered from 1
 */
export async function rewriteChanges(
  path: string,
  edit: (line: Buffer, number: number) => Uint8Array,
  signal?: AbortSignal,
): Promise<RewrittenChanges> {
  await removeAbandonedAside(path);
  const copy = asidePath(path);
  const dispose = (): Promise<void> => rm(copy, { force: true });
  async function* lines(): AsyncGenerator<Uint8Array, void, undefined> {
    let number = 0;
    for await (const line of fileLines(path, signal)) yield edit(line, ++number);
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

/** Writes a copy of a change file with the signature of a key. The digest stays the same. */
export async function signCopy(
  { path, end }: ReadChanges,
  signer: SigningKey,
  signal?: AbortSignal,
): Promise<RewrittenChanges> {
  const signed = Buffer.from(JSON.stringify(endOf(end.events, end.digest, signer)));
  return await rewriteChanges(path, (line) => (isEnd(line) ? signed : line), signal);
}
