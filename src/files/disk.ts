import { statfsSync } from 'node:fs';
import { errorCode, systemReason } from './faults.ts';

/** A disk with more free bytes than this did not refuse a few pages because it was full. */
const REFUSED_BYTES = 64 * 1024 * 1024;

/** LMDB does not fill its pages, and it needs branch pages that lead to the leaf pages. */
const ROOM_PER_BYTE = 1.25;
const ROOM_BYTES = 2 * 1024 * 1024;

/** A disk that refused a write. The message is the reason alone; {@linkcode diskReason} gives it. */
class DiskError extends Error {}

/** Why a disk refused a write, for the message of whoever knows which file was written; undefined for other errors. */
export function diskReason(error: unknown): string | undefined {
  if (error instanceof DiskError) return error.message;
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '') ? systemReason(error) : undefined;
}

/** Turns a failed write of LMDB, which reports a short write on a full disk as EIO, into one that {@linkcode diskReason} explains. */
export function lmdbFault(error: unknown, directory: string): unknown {
  if (!(error instanceof Error) || errorCode(error) !== 'EIO') return error;
  const bytes = freeBytes(directory);
  return new DiskError(bytes < REFUSED_BYTES ? fullReason(bytes) : `the disk reports "${error.message}"`, {
    cause: error,
  });
}

/**
 * Throws where a disk has no room for so many bytes of LMDB rows. LMDB would notice by itself, but it then prints a line
 * of its own to standard error.
 */
export function mustHaveRoom(directory: string, bytes: number): void {
  const free = freeBytes(directory);
  if (free < bytes * ROOM_PER_BYTE + ROOM_BYTES) throw new DiskError(fullReason(free));
}

/** Some network file systems do not know their size: they have room. */
function freeBytes(directory: string): number {
  const { blocks, bavail, bsize } = statfsSync(directory);
  return blocks === 0 ? Infinity : bavail * bsize;
}

function fullReason(bytes: number): string {
  return `the disk is full (${bytes} bytes are free)`;
}
