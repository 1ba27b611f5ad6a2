import { signatureOf, type OpenFile } from '../../files/index.ts';
import { InputError } from '../../model/index.ts';
import { SnapshotReader, verifyChecksum } from '../../snapshot/index.ts';

/**
 * Opens the first snapshot: the file that other workers of this process serve, else the file at the path, which they may have refused.
 * @throws {InputError} if it is not a sound snapshot, or if the served file was overwritten
 */
export function openFirst(path: string, served: OpenFile | undefined): SnapshotReader {
  if (served === undefined) return SnapshotReader.openChecked(path);
  // The path of the snapshot is tried first: it can be opened on every system, even if nothing can be written.
  for (const one of [path, served.path]) {
    if (signatureOf(one) !== served.signature) continue;
    const reader = SnapshotReader.openChecked(one);
    if (reader.file.signature === served.signature) return reader;
    close(reader);
  }
  throw new InputError(
    `Cannot open the snapshot "${path}": the file that is served was written over, or cannot be opened again`,
  );
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

/** Opens a snapshot that a worker of this process has open and has checked; undefined if the worker has closed it. */
export function openShared({ path, signature }: OpenFile): SnapshotReader | undefined {
  const reader = signatureOf(path) === signature ? openSound(path) : undefined;
  if (reader === undefined || reader.file.signature === signature) return reader;
  close(reader);
  return undefined;
}

/** Whether a file claims to hold a generation. Its checksum is not verified. */
export function isOf(path: string, generation: string): boolean {
  const reader = openSound(path);
  if (reader === undefined) return false;
  close(reader);
  return reader.metadata.generation === generation;
}

/** Whether the content of a file matches its checksum; also false if `signal` aborts. */
export async function hasChecksum(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    await verifyChecksum(path, signal);
    return true;
  } catch {
    // The file is damaged or gone, or the service stops: in each case its cursors start again from the first page.
    return false;
  }
}

/** Closes a snapshot without waiting: every result is a copy. */
export function close(reader: SnapshotReader): void {
  void reader.close();
}
