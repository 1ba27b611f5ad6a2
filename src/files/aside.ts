import { closeSync, fsyncSync, linkSync, openSync, renameSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './faults.ts';
import { removeLeftovers } from './leftovers.ts';
import { OWN_PROCESS } from './owner.ts';

const SUFFIX = '.partial';
const prefixOf = (path: string): string => `.${basename(path)}.`;

/** The file that this process writes before it renames it to `path`: `.NAME.PROCESS.partial` in the same folder. */
export function asidePath(path: string): string {
  return join(dirname(path), prefixOf(path) + OWN_PROCESS + SUFFIX);
}

/** Removes the files that killed processes wrote aside for `path`. */
export async function removeAbandonedAside(path: string): Promise<void> {
  await removeLeftovers(dirname(path), prefixOf(path), SUFFIX);
}

/** A file that is written and synced aside, and waits for its name. */
export interface PreparedFile {
  /** Gives the file its name. A file of that name is replaced. */
  take(): void;
  /** Removes what was written; does nothing after `take`. */
  discard(): Promise<void>;
}

/** Writes a small file aside, for when it must get its name together with another. */
export async function prepareWhole(path: string, text: string): Promise<PreparedFile> {
  const aside = asidePath(path);
  const discard = (): Promise<void> => rm(aside, { force: true });
  try {
    await writeSynced(aside, text, 0o666);
  } catch (error) {
    await discard();
    throw error;
  }
  return { take: () => renameSynced(aside, path), discard };
}

/** Writes a small file whole: aside, synced, then renamed. A file of that name is replaced. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await putWhole(path, text, 0o666, renameSync);
}

/** The same for a secret file, readable by its owner alone. A file of that name stays as it is. */
export async function createWhole(path: string, text: string): Promise<void> {
  await putWhole(path, text, 0o600, (aside) => {
    try {
      // Unlike a rename, a link replaces nothing.
      linkSync(aside, path);
    } catch (error) {
      if (lacksLinks(error)) renameSync(aside, path);
      else if (errorCode(error) !== 'EEXIST') throw error;
    }
  });
}

async function putWhole(
  path: string,
  text: string,
  mode: number,
  putName: (aside: string, path: string) => void,
): Promise<void> {
  await removeAbandonedAside(path);
  const aside = asidePath(path);
  try {
    await writeSynced(aside, text, mode);
    putName(aside, path);
    syncPath(dirname(path));
  } finally {
    await rm(aside, { force: true });
  }
}

async function writeSynced(path: string, text: string, mode: number): Promise<void> {
  await using file = await open(path, 'w', mode);
  await file.writeFile(text);
  await file.sync();
}

/** Renames a file whose bytes are synced, and syncs the folder, so that the name survives a loss of power. */
export function renameSynced(from: string, to: string): void {
  renameSync(from, to);
  syncPath(dirname(to));
}

/** Makes a file, or the names in a folder, survive a loss of power. */
export function syncPath(path: string): void {
  // Windows cannot open a folder, and does not need to sync one.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** What file systems without hard links report. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Whether a hard link could not be made because the file system has none. */
export function lacksLinks(error: unknown): boolean {
  return NO_LINKS.has(errorCode(error) ?? '');
}
