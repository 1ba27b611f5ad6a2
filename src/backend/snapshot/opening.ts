import {
  OpenedFile,
  openPrivateCopy,
  readSignature,
  systemReason,
  type FileSignature,
  type OpenFile,
} from '../../files/index.ts';
import { InputError } from '../../model/index.ts';
import { SnapshotReader, WriteLease } from '../../snapshot/index.ts';

/**
 * Opens the first snapshot: the file that other workers of this process serve, else the file at the path, which they may have refused.
 * @throws {InputError} if it is not a sound snapshot, or if the served file was overwritten
 */
export function openFirst(path: string, served: OpenFile | undefined): SnapshotReader {
  if (served === undefined) return SnapshotReader.openChecked(path);
  // The path of the snapshot is tried first: it can be opened on every system, even if nothing can be written.
  for (const one of [path, served.path]) {
    if (readSignature(one) !== served.signature) continue;
    const reader = SnapshotReader.openChecked(one);
    if (reader.file.signature === served.signature) return reader;
    close(reader);
  }
  throw new InputError(
    `Cannot open the snapshot "${path}": the file that is served was written over, or cannot be opened again`,
  );
}

/**
 * Opens the file whose checksum was verified; undefined if it has changed since, or if a program has opened it to write into it.
 * @throws {InputError} if it is not a sound snapshot
 */
export function openAtRest(path: string, file: FileSignature): SnapshotReader | undefined {
  const reader = SnapshotReader.openChecked(path);
  if (reader.lease.take() && reader.file.signature === file) return reader;
  close(reader);
  return undefined;
}

/** Opens a snapshot; undefined for any other file. */
export function openSound(path: string): SnapshotReader | undefined {
  try {
    return SnapshotReader.openChecked(path);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/**
 * Opens the snapshot of a generation that a worker of this process has open and has checked; undefined if the worker has closed it, and
 * another file is at the path now.
 */
export function openShared({ path, signature }: OpenFile, generation: string): SnapshotReader | undefined {
  const reader = readSignature(path) === signature ? openSound(path) : undefined;
  if (reader?.file.signature === signature && reader.metadata.generation === generation) return reader;
  close(reader);
  return undefined;
}

/** Opens a private copy of a snapshot that a program waits to write into; undefined where there can be none. */
export async function openPrivate({ file, metadata }: SnapshotReader): Promise<SnapshotReader | undefined> {
  await using copy = await openPrivateCopy(file);
  const reader = copy && openSound(`/proc/self/fd/${copy.fd}`);
  if (!file.hasChanged && reader?.metadata.generation === metadata.generation) return reader;
  close(reader);
  return undefined;
}

/** Whether a program has the file at a path open for writing. */
export function isBeingWritten(path: string): boolean {
  let file: OpenedFile;
  try {
    file = new OpenedFile(path);
  } catch (error) {
    // The check of the path reports the reason.
    if (systemReason(error) === undefined) throw error;
    return false;
  }
  const isAtRest = new WriteLease(file.descriptor).take();
  void file.close();
  return !isAtRest;
}

/** Whether a file claims to hold a generation. Its checksum is not verified. */
export function holds(path: string, generation: string): boolean {
  const reader = openSound(path);
  close(reader);
  return reader?.metadata.generation === generation;
}

/** Closes a snapshot without waiting: every result is a copy. */
export function close(reader: SnapshotReader | undefined): void {
  void reader?.close();
}
