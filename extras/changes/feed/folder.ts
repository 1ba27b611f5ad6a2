import { hash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  asidePath,
  makeFolder,
  removeAbandonedAside,
  removeEmptyFolder,
  renameSynced,
  syncPath,
} from '../../../src/files/index.ts';
import type { ChangeTip } from '../../../src/build/index.ts';
import { InputError } from '../../../src/model/index.ts';
import type { SigningKey } from '../keys.ts';
import { ChangesError, fileLines, writeLines } from './file-lines.ts';
import { CHANGES_SUFFIX, type ChangesHeader } from './format.ts';
import { endOf } from './lines.ts';
import { isEnd, readChanges, readHeader, type ReadChanges, type ReadingChanges } from './read.ts';

/** Maximum number of files in a folder. Daily builds write fewer in 25 years. */
const FILES_MAX = 10_000;

/** The folder of change files beside a snapshot. */
export function changesFolder(snapshot: string): string {
  return join(dirname(snapshot), 'changes');
}

/**
 * Reads the first line of each change file of a folder. Returns the files in the order of their numbers.
 * @param onFault called with the error of an unreadable first line; without it the error is thrown
 */
export async function changeFilesIn(
  folder: string,
  onFault?: (error: ChangesError) => void,
): Promise<{ readonly path: string; readonly header: ChangesHeader }[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith(CHANGES_SUFFIX) && !name.startsWith('.'));
  if (names.length > FILES_MAX)
    throw new InputError(
      `Cannot use the changes in "${folder}": there are ${names.length} files, at most ${FILES_MAX}`,
    );
  const files = [];
  for (const name of names) {
    const path = join(folder, name);
    try {
      files.push({ path, header: await readHeader(path) });
    } catch (error) {
      if (onFault === undefined || !(error instanceof ChangesError)) throw error;
      onFault(error);
    }
  }
  return files.toSorted((a, b) => a.header.number - b.header.number);
}

/**
 * Finds the newest change file that leads to a generation, and the number of the next file.
 * @throws {ChangesError} if this file is damaged
 */
export async function tipOf(folder: string, generation: string): Promise<ChangeTip> {
  const files = await changeFilesIn(folder);
  const nextNumber = (files.at(-1)?.header.number ?? 0) + 1;
  const tip = files.findLast(({ header }) => header.to === generation);
  if (tip === undefined) return { digest: undefined, time: undefined, nextNumber };
  return { digest: (await readChanges(tip.path)).end.digest, time: tip.header.time, nextNumber };
}

function pendingPath(snapshot: string): string {
  return join(changesFolder(snapshot), `.${basename(snapshot)}.pending`);
}

interface AsideChanges {
  readonly path: string;
  discard(): Promise<void>;
}

/** Makes the folder of change files. Returns a path for a new change file. */
export async function prepareAside(snapshot: string): Promise<AsideChanges> {
  const pending = pendingPath(snapshot);
  const made = makeFolder(dirname(pending));
  await removeAbandonedAside(pending);
  const path = asidePath(pending);
  await rm(path, { force: true });
  const discard = async (): Promise<void> => {
    await rm(path, { force: true });
    await rm(pending, { force: true });
    if (made !== undefined) await removeEmptyFolder(dirname(pending));
  };
  return { path, discard };
}

/** Gives a temporary change file the name that it has until its snapshot is renamed. */
export function makePending(aside: string, snapshot: string): void {
  renameSynced(aside, pendingPath(snapshot));
}

/**
 * Gives a pending change file its final name if its snapshot was renamed, else removes the file. A killed build leaves such a file.
 * @param generation the generation of the snapshot; undefined if the snapshot does not exist
 */
export async function settlePending(snapshot: string, generation: string | undefined): Promise<void> {
  const pending = pendingPath(snapshot);
  if (!existsSync(pending)) return;
  const header = await readHeader(pending);
  if (header.to === generation) takePending(snapshot, header);
  else await rm(pending);
}

export function takePending(snapshot: string, { from, to, number }: ChangesHeader): void {
  const folder = changesFolder(snapshot);
  const name = join(folder, `${from}-${to}`);
  const path = `${name}${CHANGES_SUFFIX}`;
  // After a rollback, a build may write the same step again.
  renameSync(pendingPath(snapshot), existsSync(path) ? `${name}.${number}${CHANGES_SUFFIX}` : path);
  syncPath(folder);
}

/**
 * Removes the events of withheld companies from all change files of a folder, except events `restricted`, which have no values. Each
 * removed line is replaced by its SHA-256, so chain and signatures stay valid. Returns the number of removed lines.
 */
export async function purge(
  folder: string,
  isWithheld: (id: string) => boolean,
  signal?: AbortSignal,
): Promise<number> {
  let purged = 0;
  for (const { path } of await changeFilesIn(folder)) {
    const lines = new Set<number>();
    const onEvent: ReadingChanges['onEvent'] = (_, head, number) => {
      if (head !== undefined && head.event !== 'restricted' && isWithheld(head.id)) lines.add(number);
    };
    await readChanges(path, { signal, onEvent });
    if (lines.size === 0) continue;
    const withHash = (line: Buffer, number: number): Buffer =>
      lines.has(number) ? Buffer.from(`{"event":"purged","sha256":"${hash('sha256', line)}"}`) : line;
    await using copy = await rewriteChanges(path, withHash, signal);
    renameSynced(copy.path, path);
    purged += lines.size;
  }
  return purged;
}

/** A rewritten copy of a change file beside it. Disposal removes it. */
interface RewrittenChanges extends AsyncDisposable {
  readonly path: string;
}

/**
 * Writes a copy of a change file, and reads it to check that it is valid.
 * @param edit returns each line of the copy; lines are numbered from 1
 */
async function rewriteChanges(
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
