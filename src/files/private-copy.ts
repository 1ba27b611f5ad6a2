import { readlinkSync, statSync } from 'node:fs';
import { constants, copyFile, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './faults.ts';
import type { OpenFile } from './opened-file.ts';

/** A file without a name, which the system removes when it is closed; Node lacks this flag of Linux. */
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;

/**
 * Maximum size of a copy that takes space of its own. Each worker makes one while a program waits to write into the file, at most 45
 * seconds. Copying this many bytes takes a second; the copies of 16 workers take 2 GiB of disk.
 */
const COPIED_BYTES_MAX = 128 * 2 ** 20;

/**
 * Copies an open file to one without a name, in the folder of the file, and opens that. File systems with shared blocks (XFS, Btrfs) copy
 * any size at once, without taking space. Returns undefined if others would have to copy too many bytes, if the disk is full, and where no
 * file can be made.
 */
export async function openPrivateCopy({ path }: OpenFile): Promise<FileHandle | undefined> {
  let copy: FileHandle | undefined;
  try {
    copy = await open(dirname(readlinkSync(path)), O_TMPFILE | constants.O_RDWR, 0o600);
    const isSmall = statSync(path).size <= COPIED_BYTES_MAX;
    const mode = isSmall ? constants.COPYFILE_FICLONE : constants.COPYFILE_FICLONE_FORCE;
    await copyFile(path, `/proc/self/fd/${copy.fd}`, mode);
    return copy;
  } catch (error) {
    await copy?.close();
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
