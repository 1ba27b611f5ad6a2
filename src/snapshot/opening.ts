import { accessSync, constants, mkdtempSync, realpathSync, rmSync, statSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InputError } from '../model/index.ts';
import { openTables, type Tables } from './format.ts';

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
 * to know of another. It is opened by a link in a directory that is removed as soon as it is open.
 */
export function openReadOnly(path: string): Tables {
  // There a file that is open cannot be replaced, and a link needs a privilege.
  if (process.platform === 'win32') return openTables(path, true);
  for (const directory of [tmpdir(), dirname(path)]) {
    const aside = makeDirectory(directory);
    if (aside === undefined) continue;
    try {
      const link = join(aside, 'snapshot');
      symlinkSync(realpathSync(path), link);
      return openTables(link, true);
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  }
  if (isWritable(dirname(path))) {
    throw new InputError(
      `Cannot open the snapshot "${path}": the disk is full, and its lock file needs ${LOCK_FILE_BYTES} bytes in ` +
        `"${tmpdir()}" or "${dirname(path)}"`,
    );
  }
  // Where nothing can be written, LMDB does without a lock file.
  return openTables(path, true);
}

/** LMDB's lock file is mapped into memory; what a full disk cannot hold of it ends the process without a word. */
const LOCK_FILE_BYTES = 64 * 1024;

/** A new directory with room for a lock file; undefined where there can be none. */
function makeDirectory(parent: string): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(parent);
    return bavail * bsize < LOCK_FILE_BYTES ? undefined : mkdtempSync(join(parent, '.openfirma-open-'));
  } catch {
    // Missing, read-only, not ours: the next place is tried, and the last one says what is wrong.
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
