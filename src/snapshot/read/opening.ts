import { accessSync, constants, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { OWN_PROCESS, removeLeftovers } from '../../files/index.ts';
import { InputError } from '../../model/index.ts';
import { openTables, type Tables } from '../format/format.ts';
import { openAlone } from './opening-lock.ts';

/** Returns the device and inode of the file at a path, which change when another file replaces it. */
export function fileKey(path: string): string {
  const { dev, ino } = statSync(path);
  return `${dev}:${ino}`;
}

/**
 * Opens a snapshot's tables for reading, with a separate lock file in `lockIn`, by default in the folder for temporary files or else in
 * that of the snapshot.
 *
 * LMDB names its lock file after the path, and reads from the lock file which of two root pages is current. A snapshot and its replacement
 * would share a lock file, and either could use the wrong root page. A snapshot never changes, so readers need no lock: each opens the
 * snapshot by a link in a folder of its own, which is removed at once.
 */
export function openReadOnly(path: string, lockIn?: string): Tables {
  // Windows cannot replace an open file, and a link needs a privilege there.
  if (process.platform === 'win32') return openAlone(() => openTables(path, true));
  const directories = lockIn === undefined ? [tmpdir(), dirname(path)] : [lockIn];
  for (const directory of directories) {
    const aside = makeDirectory(directory, path);
    if (aside === undefined) continue;
    try {
      return openAlone(() => openTables(join(aside, LINK_NAME), true));
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  }
  if (isWritable(directories.at(-1) ?? '')) {
    throw new InputError(
      `Cannot open the snapshot "${path}": the disk is full, and its lock file needs ${LOCK_FILE_BYTES} bytes in ` +
        `"${directories.join('" or "')}"`,
    );
  }
  // If the folder is not writable, LMDB works without a lock file.
  return openAlone(() => openTables(path, true));
}

/**
 * Opens the tables of a new snapshot. First it writes and removes as many bytes as LMDB needs at once: on a full disk the write
 * throws, while LMDB would end the process without a message.
 */
export function openForWriting(path: string, hasMatch: boolean): Tables {
  if (process.platform !== 'win32') reserveLockFile(path);
  const spare = `${path}-spare`;
  try {
    writeFileSync(spare, Buffer.alloc(FIRST_PAGES_BYTES));
  } finally {
    rmSync(spare, { force: true });
  }
  return openTables(path, false, hasMatch);
}

/** Removes the folders of processes that were killed while they opened the snapshot. */
export async function removeAbandonedFolders(path: string): Promise<void> {
  for (const directory of [tmpdir(), dirname(path)]) {
    // Folders that cannot be removed, such as those of other users, stay.
    await removeLeftovers(directory, FOLDER_PREFIX, '').catch(() => undefined);
  }
}

/** Prefix of the folder of one opening; the process and six random characters follow. */
const FOLDER_PREFIX = '.openfirma-open-';

const LINK_NAME = 'snapshot';

/** Number of bytes, more than the lock file of LMDB with its 126 readers has. */
const LOCK_FILE_BYTES = 16 * 1024;

/** Number of bytes, more than LMDB writes when it opens a new file and its tables. */
const FIRST_PAGES_BYTES = 1024 * 1024;

/** Writes the lock file as LMDB would, all zeros: on a full disk, mapping it would end the process without a message. */
function reserveLockFile(path: string): void {
  writeFileSync(`${path}-lock`, Buffer.alloc(LOCK_FILE_BYTES), { flag: 'wx' });
}

/** Makes a folder with a link to a snapshot and its lock file; undefined if that fails. */
function makeDirectory(parent: string, path: string): string | undefined {
  // Links in the path are resolved when it is opened, because the path of an open file in /proc cannot be resolved earlier.
  const target = isAbsolute(path) ? path : `${process.cwd()}/${path}`;
  let made: string | undefined;
  try {
    made = mkdtempSync(join(parent, `${FOLDER_PREFIX}${OWN_PROCESS}.`));
    symlinkSync(target, join(made, LINK_NAME));
    reserveLockFile(join(made, LINK_NAME));
    return made;
  } catch {
    // The folder is missing, read-only, full or another user's: the caller tries the next one.
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    return undefined;
  }
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    // The reason does not matter.
    return false;
  }
}

export function damaged(path: string, error: unknown): InputError {
  const reason = error instanceof Error ? error.message : String(error);
  return new InputError(
    `Cannot open the snapshot "${path}": it is damaged (${reason}). Run "openfirma verify" on it for details.`,
    {
      cause: error,
    },
  );
}
