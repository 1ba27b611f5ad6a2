import { statfsSync } from 'node:fs';
import { constants } from 'node:os';

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.errno).map(([name, number]) => [number, name]),
);

/** The system code of an error, such as `ENOSPC`; undefined if it has none. Numbers of LMDB are translated. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'number' ? NAMES.get(error.code) : String(error.code);
}

const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOENT', 'no such file or directory'],
  ['ENOTDIR', 'a part of the path is not a directory'],
  ['EISDIR', 'it is a directory'],
  ['EEXIST', 'a file or folder of that name already exists'],
  ['ENOTEMPTY', 'a folder of that name exists and is not empty'],
  ['EMFILE', 'too many files are open'],
  ['EPIPE', 'its reader is gone'],
]);

/** The error for a path that is not a file. The message is only the reason, for {@linkcode systemReason}. */
export class NotAFile extends Error {}

/** Why the system refused to read or write, in words; undefined for other errors. */
export function systemReason(error: unknown): string | undefined {
  return error instanceof NotAFile ? error.message : REASONS.get(errorCode(error));
}

/** If a disk has more free bytes than this, it is not full. */
const REFUSED_BYTES = 64 * 1024 * 1024;

/** Bytes of disk space per byte of rows: LMDB does not fill its pages, and it needs branch pages. */
const ROOM_PER_BYTE = 1.25;
const ROOM_BYTES = 2 * 1024 * 1024;

/** A disk refused a write. The message is only the reason, for {@linkcode diskReason}. */
class DiskError extends Error {}

/** Why a disk refused a write; undefined for other errors. */
export function diskReason(error: unknown): string | undefined {
  if (error instanceof DiskError) return error.message;
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '') ? systemReason(error) : undefined;
}

/** The disk fault of a failed write of LMDB, which reports a full disk as EIO; other errors are returned as they are. */
export function lmdbFault(error: unknown, directory: string): unknown {
  if (!(error instanceof Error) || errorCode(error) !== 'EIO') return error;
  const bytes = freeBytes(directory);
  return new DiskError(bytes < REFUSED_BYTES ? fullReason(bytes) : `the disk reports "${error.message}"`, {
    cause: error,
  });
}

/**
 * Throws if a disk has no room for this many bytes of LMDB rows. LMDB also notices, but prints a line to standard error.
 */
export function mustHaveRoom(directory: string, bytes: number): void {
  const free = freeBytes(directory);
  if (free < bytes * ROOM_PER_BYTE + ROOM_BYTES) throw new DiskError(fullReason(free));
}

/** Some network file systems do not report their size: they count as empty. */
function freeBytes(directory: string): number {
  const { blocks, bavail, bsize } = statfsSync(directory);
  return blocks === 0 ? Infinity : bavail * bsize;
}

function fullReason(bytes: number): string {
  return `the disk is full (${bytes} bytes are free)`;
}
