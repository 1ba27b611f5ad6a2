import { statfsSync } from 'node:fs';
import { InputError } from '../model/index.ts';

/** What LMDB reports as numbers: a short write on a full disk arrives as EIO, a refused one as ENOSPC. */
const EIO = 5;
const ENOSPC = 28;

/** A write is a few pages; a disk with this much left did not refuse one for want of room. */
const ROOM_BYTES = 64 * 1024 * 1024;

/** Turns what LMDB says of a failed write into a line that an operator can act on; other errors stay as they are. */
export function diskFault(error: unknown, directory: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code !== EIO && error.code !== ENOSPC) return error;
  const { bavail, bsize } = statfsSync(directory);
  const freeBytes = bavail * bsize;
  const reason =
    freeBytes < ROOM_BYTES ? `the disk is full (${freeBytes} bytes are free)` : `the disk reports "${error.message}"`;
  return new InputError(`Cannot write the snapshot in "${directory}": ${reason}`, { cause: error });
}
