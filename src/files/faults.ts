/** The system code of an error, such as `ENOSPC`; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return String(error.code);
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

/** Adds the path to a system error. Errors of writes to an open file do not name it, and those of temporary files name another one. */
export function withPath(error: unknown, path: string): unknown {
  return errorCode(error) === undefined ? error : Object.assign(error as Error, { path });
}

/** Why a disk refused a write; undefined for other errors. */
export function diskReason(error: unknown): string | undefined {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '') ? systemReason(error) : undefined;
}
