import { closeSync, constants, fstatSync, openSync, statSync, type Stats } from 'node:fs';
import { NotAFile, systemReason } from './faults.ts';
import type { Refusal } from './lock.ts';

/** With this flag, opening a FIFO that has just replaced a file does not wait. Windows has no such flag. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Throws if a path is not a regular file, without opening it: opening a FIFO may wait for ever, and opening a device may do anything.
 * @param refuse makes the error; by default the message is only the reason
 */
export function mustBeFile(path: string, refuse?: Refusal): void {
  try {
    refuseOthers(statSync(path));
  } catch (error) {
    throw refuse?.(systemReason(error) ?? String(error)) ?? error;
  }
}

/** Opens a regular file for reading and returns its descriptor. @throws as {@linkcode mustBeFile} does */
export function openFile(path: string): number {
  mustBeFile(path);
  const descriptor = openSync(path, WITHOUT_WAITING);
  try {
    // The path may have been replaced.
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
