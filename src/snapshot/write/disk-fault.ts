import { statfsSync } from 'node:fs';
import { constants } from 'node:os';
import { InputError } from '../../model/index.ts';

/** What LMDB reports as numbers: a short write on a full disk arrives as EIO, a refused one as ENOSPC or EDQUOT. */
const { EIO, ENOSPC, EDQUOT } = constants.errno;

/** A write is a few pages; a disk with this much left did not refuse one for want of room. */
const REFUSED_BYTES = 64 * 1024 * 1024;

/** Pages are not filled to the last byte, and some lead to others. */
const ROOM_PER_BYTE = 1.25;
const ROOM_BYTES = 2 * 1024 * 1024;

/** Turns what LMDB says of a failed write into a line that an operator can act on; other errors stay as they are. */
export function diskFault(error: unknown, directory: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === EDQUOT) return fullDisk(directory, 'the disk quota is used up', error);
  if (error.code !== EIO && error.code !== ENOSPC) return error;
  const freeBytes = freeBytesOf(directory);
  if (error.code === ENOSPC || freeBytes < REFUSED_BYTES) return fullDisk(directory, fullOf(freeBytes), error);
  return fullDisk(directory, `the disk reports "${error.message}"`, error);
}

/**
 * Throws an InputError where a disk has no room for so many bytes of rows. LMDB would notice by itself, but then writes a
 * line of its own to standard error.
 */
export function mustHaveRoom(directory: string, bytes: number): void {
  const freeBytes = freeBytesOf(directory);
  if (freeBytes < bytes * ROOM_PER_BYTE + ROOM_BYTES) throw fullDisk(directory, fullOf(freeBytes));
}

/** Some file systems that lie elsewhere do not know their size. */
function freeBytesOf(directory: string): number {
  const { blocks, bavail, bsize } = statfsSync(directory);
  return blocks === 0 ? Infinity : bavail * bsize;
}

function fullOf(freeBytes: number): string {
  return `the disk is full (${freeBytes} bytes are free)`;
}

function fullDisk(directory: string, reason: string, cause?: Error): InputError {
  return new InputError(`Cannot write the snapshot in "${directory}": ${reason}`, { cause });
}
