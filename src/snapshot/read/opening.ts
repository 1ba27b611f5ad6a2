import {
  accessSync,
  constants,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InputError } from '../../model/index.ts';
import { openTables, type Tables } from '../format/format.ts';

/** Tells a file from another one that comes to lie at its path while it is open: device and number on it. */
export function fileKey(path: string): string {
  const { dev, ino } = statSync(path);
  return `${dev}:${ino}`;
}

/**
 * Opens a snapshot's tables for reading, with a lock file of their own.
 *
 * LMDB keeps its lock file by the path, not by the file, and reads from it which of two root pages is current and who
 * reads. When a snapshot is replaced while somebody has it open, two files would share one lock file, and either could
 * answer from the wrong root page: nothing found where there is something. A snapshot never changes, so no reader needs
 * to know of another. It is opened by a link in a directory that is removed as soon as it is open; `lockIn` is where that is
 * made, by default the folder for temporary files or, where that cannot be, the snapshot's own.
 */
export function openReadOnly(path: string, lockIn?: string): Tables {
  // There a file that is open cannot be replaced, and a link needs a privilege.
  if (process.platform === 'win32') return openTables(path, true);
  const directories = lockIn === undefined ? [tmpdir(), dirname(path)] : [lockIn];
  for (const directory of directories) {
    const aside = makeDirectory(directory, path);
    if (aside === undefined) continue;
    try {
      return openTables(join(aside, LINK_NAME), true);
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
  // Where nothing can be written, LMDB does without a lock file.
  return openTables(path, true);
}

/**
 * Opens the tables of a new snapshot, which lies in a directory of the build's own. Throws what the system says where the disk
 * is full: LMDB, without room for its first pages, ends the process without a word.
 */
export function openForWriting(path: string): Tables {
  if (process.platform !== 'win32') reserveLockFile(path);
  const trial = `${path}-trial`;
  try {
    writeFileSync(trial, Buffer.alloc(FIRST_PAGES_BYTES));
  } finally {
    rmSync(trial, { force: true });
  }
  return openTables(path, false);
}

const LINK_NAME = 'snapshot';

/** More than LMDB's lock file has with its 126 readers. */
const LOCK_FILE_BYTES = 16 * 1024;

/** More than LMDB writes when it opens a new file and its tables. */
const FIRST_PAGES_BYTES = 1024 * 1024;

/**
 * Writes the lock file that LMDB will find, all zeros as it would be. LMDB maps it into memory, and what a full disk cannot
 * hold of a mapped file ends the process without a word; a write says so.
 */
function reserveLockFile(path: string): void {
  writeFileSync(`${path}-lock`, Buffer.alloc(LOCK_FILE_BYTES), { flag: 'wx' });
}

/** A new directory with a link to a snapshot in it, and its lock file; undefined where there can be none. */
function makeDirectory(parent: string, path: string): string | undefined {
  const target = realpathSync(path);
  let made: string | undefined;
  try {
    made = mkdtempSync(join(parent, '.openfirma-open-'));
    symlinkSync(target, join(made, LINK_NAME));
    reserveLockFile(join(made, LINK_NAME));
    return made;
  } catch {
    // Missing, read-only, full, not ours: the next place is tried, and the last one says what is wrong.
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    return undefined;
  }
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    // The error says only why not, which nobody asks.
    return false;
  }
}
