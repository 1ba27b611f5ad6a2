import { mkdirSync, statSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './faults.ts';

/**
 * Makes a folder and its parents. Returns the first new one; undefined if all existed. Node's `recursive` never ends in a file system
 * without new folders, such as `/proc`.
 * @param mode the permissions of new folders
 * @throws the error of the system
 */
export function makeFolder(path: string, mode = 0o777): string | undefined {
  try {
    mkdirSync(path, { mode });
    return path;
  } catch (error) {
    if (isFolder(path)) return undefined;
    const parent = dirname(path);
    if (errorCode(error) !== 'ENOENT' || parent === path || isFolder(parent)) throw error;
    const first = makeFolder(parent, mode);
    const own = makeFolder(path, mode);
    return first ?? own;
  }
}

/** Removes a folder if it exists and is empty. */
export async function removeEmptyFolder(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
