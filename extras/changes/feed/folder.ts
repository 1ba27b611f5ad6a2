import { hash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  asidePath,
  errorCode,
  makeFolder,
  removeAbandonedAside,
  renameSynced,
  syncPath,
} from '../../../src/files/index.ts';
import type { ChangeTip } from '../../../src/build/index.ts';
import { InputError } from '../../../src/model/index.ts';
import { ChangesError, writeLines, fileLines } from './file-lines.ts';
import { CHANGES_SUFFIX, type ChangesHeader } from './format.ts';
import type { EventHead } from './lines.ts';
import { idIn, isOf, purgedIn, readChanges, readHeader } from './read.ts';

/** More files than a build a day makes in 25 years. */
const FILES_MAX = 10_000;

/** Where the changes of a snapshot lie: in a folder beside it. */
export function changesFolder(snapshot: string): string {
  return join(dirname(snapshot), 'changes');
}

/**
 * The change files of a folder in the order of their numbers, each with its first line.
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
 * Finds the change file that leads to a generation, the newest where several do.
 * @throws {ChangesError} where it is damaged
 */
export async function tipOf(folder: string, generation: string): Promise<ChangeTip> {
  const files = await changeFilesIn(folder);
  const nextNumber = (files.at(-1)?.header.number ?? 0) + 1;
  const tip = files.findLast(({ header }) => header.to === generation);
  if (tip === undefined) return { digest: undefined, time: undefined, nextNumber };
  return { digest: (await readChanges(tip.path)).end.digest, time: tip.header.time, nextNumber };
}

/** A change file that waits until the snapshot it leads to has its name. */
export function pendingPath(snapshot: string): string {
  return join(changesFolder(snapshot), `.${basename(snapshot)}.pending`);
}

/** A new change file that is written aside. */
export interface AsideChanges {
  readonly path: string;
  /** Removes it, and its folder where that was made for it. */
  discard(): Promise<void>;
}

/** Makes the folder of the changes, and gives where a new file is written aside. */
export async function prepareAside(snapshot: string): Promise<AsideChanges> {
  const pending = pendingPath(snapshot);
  const made = makeFolder(dirname(pending));
  await removeAbandonedAside(pending);
  const path = asidePath(pending);
  await rm(path, { force: true });
  const discard = async (): Promise<void> => {
    await rm(path, { force: true });
    await rm(pending, { force: true });
    if (made === undefined) return;
    await rmdir(dirname(pending)).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
    });
  };
  return { path, discard };
}

/** Lets a file that was written aside wait for its snapshot. */
export function makePending(aside: string, snapshot: string): void {
  renameSynced(aside, pendingPath(snapshot));
}

/**
 * Gives a waiting change file its name if its snapshot is there, and removes it if not: a build was killed between the two.
 * @param generation what lies at the path of the snapshot; undefined for nothing
 */
export async function settlePending(snapshot: string, generation: string | undefined): Promise<void> {
  const pending = pendingPath(snapshot);
  if (!existsSync(pending)) return;
  const header = await readHeader(pending);
  if (header.to === generation) takePending(snapshot, header);
  else await rm(pending);
}

/** Gives a waiting change file its name. */
export function takePending(snapshot: string, { from, to, number }: ChangesHeader): void {
  const folder = changesFolder(snapshot);
  const name = join(folder, `${from}-${to}`);
  const path = `${name}${CHANGES_SUFFIX}`;
  // Data that went back to an earlier generation may take the same step again.
  renameSync(pendingPath(snapshot), existsSync(path) ? `${name}.${number}${CHANGES_SUFFIX}` : path);
  syncPath(folder);
}

/**
 * Removes what all change files of a folder say of companies, but for events that restrict them: those have no value. Each line
 * leaves its SHA-256, so chain and signatures stay right. Returns how many lines were removed.
 */
export async function purge(
  folder: string,
  isWithheld: (id: string) => boolean,
  signal?: AbortSignal,
): Promise<number> {
  const isPurged = (line: Buffer, id: string | undefined): boolean =>
    id !== undefined && isWithheld(id) && !isOf(line, id, 'restricted');
  let purged = 0;
  for (const { path } of await changeFilesIn(folder)) {
    let found = 0;
    const onEvent = (line: Buffer, head: EventHead | undefined): void => {
      if (isPurged(line, head?.id)) found++;
    };
    await readChanges(path, { signal, onEvent });
    if (found > 0) await rewriteWithout(path, isPurged, signal);
    purged += found;
  }
  return purged;
}

async function rewriteWithout(
  path: string,
  isPurged: (line: Buffer, id: string | undefined) => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  await removeAbandonedAside(path);
  const aside = asidePath(path);
  async function* lines(): AsyncGenerator<Buffer, void, undefined> {
    for await (const line of fileLines(path, signal)) {
      const id = purgedIn(line) === undefined ? idIn(line) : undefined;
      yield isPurged(line, id) ? Buffer.from(`{"event":"purged","sha256":"${hash('sha256', line)}"}`) : line;
    }
  }
  try {
    await writeLines(aside, lines(), signal);
    // The new file must be as sound as the replaced one.
    await readChanges(aside, { signal });
    renameSynced(aside, path);
  } catch (error) {
    throw error instanceof ChangesError ? new ChangesError(path, error.message, error) : error;
  } finally {
    await rm(aside, { force: true });
  }
}
