import { existsSync, rmSync, rmdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asidePath, makeFolder, removeAbandonedAside, renameSynced } from '../../../src/files/index.ts';
import { InputError } from '../../../src/model/index.ts';
import type { ChangeFile } from './chain.ts';
import { CHANGES_FORMAT, CHANGES_SUFFIX, OLD_SUFFIX, type ChangesHeader, type EventHead } from './format.ts';
import { ChangesError, readLines, writeLines } from './lines.ts';
import { CURE, readChanges, readHeader } from './read.ts';

/** Maximum number of files in a folder. Daily builds write fewer in 25 years. */
const FILES_MAX = 10_000;

/** The folder of change files beside a snapshot. */
export function changesFolder(snapshot: string): string {
  return join(dirname(snapshot), 'changes');
}

/**
 * Reads the first line of each change file of a folder.
 * @param onFault called with the error of a file that is unreadable, or of an older format; without it the error is thrown
 */
export async function listChangeFiles(folder: string, onFault?: (error: ChangesError) => void): Promise<ChangeFile[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => /\.ndjson\.(gz|zst)$/.test(name) && !name.startsWith('.'));
  if (names.length > FILES_MAX)
    throw new InputError(
      `Cannot use the changes in "${folder}": there are ${names.length} files, at most ${FILES_MAX}`,
    );
  const files: ChangeFile[] = [];
  for (const name of names) {
    const path = join(folder, name);
    try {
      if (name.endsWith(OLD_SUFFIX))
        throw new ChangesError(path, `it has an older format; this program reads format ${CHANGES_FORMAT}; ${CURE}`);
      files.push({ path, header: await readHeader(path) });
    } catch (error) {
      if (onFault === undefined || !(error instanceof ChangesError)) throw error;
      onFault(error);
    }
  }
  return files;
}

/** Moves a change file beside a snapshot. Returns a function that removes it again. */
export function addFile(from: string, snapshot: string, header: ChangesHeader): () => void {
  const folder = changesFolder(snapshot);
  const made = makeFolder(folder);
  const name = join(folder, `${header.from}-${header.to}`);
  // After a rollback, a build may write the same step again.
  const path = `${name}${existsSync(name + CHANGES_SUFFIX) ? `.${header.number}` : ''}${CHANGES_SUFFIX}`;
  const remove = (): void => {
    rmSync(path, { force: true });
    if (made !== undefined) rmdirSync(folder);
  };
  try {
    renameSynced(from, path);
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}

/**
 * Removes the values of withheld companies from all change files of a folder: of an event, only the id is left. Events `restricted` stay,
 * which have no values. Returns the number of purged events.
 */
export async function purge(
  folder: string,
  isWithheld: (id: string) => boolean,
  signal?: AbortSignal,
): Promise<number> {
  let purged = 0;
  for (const { path } of await listChangeFiles(folder)) {
    const ids = new Set<string>();
    const onEvent = ({ id, event }: EventHead): void => {
      if (event !== 'restricted' && event !== 'purged' && isWithheld(id)) ids.add(id);
    };
    await readChanges(path, { signal, onEvent });
    if (ids.size > 0) await purgeFile(path, ids, signal);
    purged += ids.size;
  }
  return purged;
}

async function purgeFile(path: string, ids: ReadonlySet<string>, signal?: AbortSignal): Promise<void> {
  async function* lines(): AsyncGenerator<string, void, undefined> {
    for await (const line of readLines(path, signal)) {
      const text = line.toString();
      const { id } = JSON.parse(text) as Partial<EventHead>;
      yield id !== undefined && ids.has(id) ? JSON.stringify({ id, event: 'purged' } satisfies EventHead) : text;
    }
  }
  await removeAbandonedAside(path);
  const copy = asidePath(path);
  try {
    await rm(copy, { force: true });
    await writeLines(copy, lines(), signal);
    renameSynced(copy, path);
  } finally {
    await rm(copy, { force: true });
  }
}
