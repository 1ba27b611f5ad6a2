import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './faults.ts';

/**
 * Makes a folder, and those in which it lies. Returns the first of them that was not there; undefined where all were. Node's own
 * (`recursive`) never ends where a file system takes no folders and says that none is there, as `/proc` does.
 * @param mode permissions of those that it makes
 * @throws the system's error where it cannot be made
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

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
