import { closeSync, constants, fstatSync, openSync, statSync, type Stats } from 'node:fs';
import { NotAFile, systemReason } from './faults.ts';
import type { Refusal } from './lock.ts';

/** Where it is set, opening a FIFO that has just taken the place of a file does not wait. Windows has no such flag. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Throws where a path leads to something else than a regular file, without opening it, and where nothing is there: opening a FIFO
 * waits for a writer, perhaps for ever, and opening a device may do anything.
 * @param refuse makes the error from the reason; without it the error has no more than the reason
 */
export function mustBeFile(path: string, refuse?: Refusal): void {
  try {
    refuseOthers(statSync(path));
  } catch (error) {
    throw refuse?.(systemReason(error) ?? String(error)) ?? error;
  }
}

/** Opens a regular file for reading and returns its descriptor; anything else is refused as by {@linkcode mustBeFile}. */
export function openFile(path: string): number {
  mustBeFile(path);
  const descriptor = openSync(path, WITHOUT_WAITING);
  try {
    // What lies at the path may have been replaced.
    refuseOthers(fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function refuseOthers(stats: Stats): void {
  if (!stats.isFile()) throw new NotAFile(`it is ${kindOf(stats)}, not a file`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe (FIFO)';
  return stats.isSocket() ? 'a socket' : 'a device';
}
