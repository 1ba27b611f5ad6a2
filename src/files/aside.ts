import { closeSync, fsyncSync, linkSync, openSync, renameSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, withPath } from './faults.ts';
import { OWN_PROCESS, removeLeftovers } from './owner.ts';

const SUFFIX = '.partial';
const prefixOf = (path: string): string => `.${basename(path)}.`;

/** Returns the path of this process's temporary file for `path`: `.NAME.PROCESS.partial` in the same folder. */
export function asidePath(path: string): string {
  return join(dirname(path), prefixOf(path) + OWN_PROCESS + SUFFIX);
}

/** Removes the temporary files of killed processes for `path`. */
export async function removeAbandonedAside(path: string): Promise<void> {
  await removeLeftovers(dirname(path), prefixOf(path), SUFFIX);
}

/** A temporary file that is written and synced, and not renamed yet. */
export interface PreparedFile {
  /** Renames the file. An existing file is replaced. */
  take(): void;
  /** Removes the file; does nothing after `take`. */
  discard(): Promise<void>;
}

/** Writes a small temporary file, to rename it together with another one. Removes those of killed processes. */
export async function prepareWhole(path: string, text: string, mode = 0o666): Promise<PreparedFile> {
  const aside = asidePath(path);
  const discard = (): Promise<void> => rm(aside, { force: true });
  await removeAbandonedAside(path);
  try {
    await using file = await open(aside, 'w', mode);
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await discard();
    throw withPath(error, path);
  }
  return { take: () => renameSynced(aside, path), discard };
}

/** Writes a small file atomically: a temporary file is synced, then renamed. An existing file is replaced. */
export async function writeWhole(path: string, text: string, mode?: number): Promise<void> {
  const file = await prepareWhole(path, text, mode);
  try {
    file.take();
  } finally {
    await file.discard();
  }
}

/** Writes a small secret file atomically, readable only by its owner. An existing file is kept. */
export async function createWhole(path: string, text: string): Promise<void> {
  const file = await prepareWhole(path, text, 0o600);
  try {
    // Unlike a rename, a link replaces nothing.
    linkSync(asidePath(path), path);
    syncPath(dirname(path));
  } catch (error) {
    if (lacksLinks(error)) file.take();
    else if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await file.discard();
  }
}

/** Renames a synced file and syncs the folder, so that the name survives a loss of power. */
export function renameSynced(from: string, to: string): void {
  renameSync(from, to);
  syncPath(dirname(to));
}

/** Syncs a file, or the names in a folder. */
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

/** Error codes of file systems without hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Whether an error means that the file system has no hard links. */
export function lacksLinks(error: unknown): boolean {
  return NO_LINKS.has(errorCode(error) ?? '');
}
