import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readSignature, systemReason, writeWhole, type FileSignature } from '../../files/index.ts';
import { InputError } from '../../model/index.ts';
import { SnapshotReader, countShownAgain, previousPath, verifyChecksum } from '../../snapshot/index.ts';
import { close } from './opening.ts';

/** The pause after every 128 KiB: the check reads at most 100 MB a second and takes a tenth of a core, so it delays no request. */
const PAUSE_MS = 1;

/**
 * Verifies the checksum of a file that is served already, slowly. A sound file is noted beside it by its device, inode, size and time, so
 * that the next start does not read it again. Returns the reason if the file is damaged.
 */
export async function checkFile(path: string, file: FileSignature, signal: AbortSignal): Promise<string | undefined> {
  const note = `${path}.sound`;
  if (noteAt(note) === file) return undefined;
  try {
    await verifyChecksum(path, signal, () => pause(PAUSE_MS, undefined, { signal, ref: false }));
  } catch (error) {
    // A file that took its place meanwhile gets a check of its own.
    if (signal.aborted || readSignature(path) !== file) return undefined;
    if (error instanceof InputError) return error.message;
    throw error;
  }
  if (readSignature(path) === file) await takeNote(note, file);
  return undefined;
}

function noteAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (systemReason(error) === undefined) throw error;
    return undefined;
  }
}

/** A folder that cannot be written, or a full disk, only makes the next start check again. */
async function takeNote(path: string, file: FileSignature): Promise<void> {
  await writeWhole(path, `${file}\n`).catch((error: unknown) => {
    if (systemReason(error) === undefined) throw error;
  });
}

/**
 * Opens the snapshot that a build kept beside a damaged one, once its checksum is verified. Returns undefined if it is damaged or missing,
 * or might show a company that the damaged snapshot restricts.
 * @param isServed whether the damaged snapshot is still open
 */
export async function openKeptFor(
  damaged: SnapshotReader,
  path: string,
  isServed: () => boolean,
  signal: AbortSignal,
): Promise<SnapshotReader | undefined> {
  const kept = previousPath(path);
  let reader: SnapshotReader | undefined;
  try {
    await verifyChecksum(kept, signal);
    reader = SnapshotReader.openChecked(kept);
    if (isServed() && countShownAgain(reader, damaged) === 0) return reader;
  } catch (error) {
    if (!(error instanceof InputError) && !signal.aborted) throw error;
  }
  close(reader);
  return undefined;
}
