import { createHash, hash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { OpenedFile, systemReason } from '../../files/index.ts';
import { InputError } from '../../model/index.ts';

export const FORMAT_VERSION = 10;

/**
 * A snapshot file is its data, the last part of which is the directory of its tables, followed by a trailer of 64 bytes (big-endian):
 *
 *     8 bytes "OPENFIRM" · u32 format version · u32 bytes of the directory · u64 bytes of the data · 32 bytes SHA-256 of the data ·
 *     8 bytes: the first of SHA-256 over the directory and the 56 bytes before
 */
const MAGIC = Buffer.from('OPENFIRM');
const TRAILER_BYTES = 64;
const CHECKED_BYTES = 56;

/** Maximum size of a directory, some hundred times that of a real one: it is read whole. */
const DIRECTORY_BYTES_MAX = 128 * 1024;

export interface Trailer {
  /** Bytes and SHA-256 of the data. */
  readonly dataBytes: number;
  readonly sha256: Buffer;
  /** The directory of the tables, the end of the data. */
  readonly directory: Buffer;
}

/** Returns the trailer of a finished file. */
export function encodeTrailer(dataBytes: number, directory: Buffer, sha256: Buffer): Buffer {
  const trailer = Buffer.alloc(TRAILER_BYTES);
  MAGIC.copy(trailer, 0);
  trailer.writeUInt32BE(FORMAT_VERSION, 8);
  trailer.writeUInt32BE(directory.length, 12);
  trailer.writeBigUInt64BE(BigInt(dataBytes), 16);
  sha256.copy(trailer, 24);
  trailerChecksum(directory, trailer).copy(trailer, CHECKED_BYTES);
  return trailer;
}

function trailerChecksum(directory: Buffer, trailer: Buffer): Buffer {
  return hash('sha256', Buffer.concat([directory, trailer.subarray(0, CHECKED_BYTES)]), 'buffer').subarray(0, 8);
}

/** Reads the trailer of the file at a path. @throws as {@linkcode readOpenTrailer} does, and if the file is missing */
export function readTrailer(path: string): Trailer {
  const file = openSnapshot(path);
  try {
    return readOpenTrailer(file.descriptor, path);
  } finally {
    void file.close();
  }
}

/** Reads the trailer of an open file. Throws an InputError if the file is not a snapshot, cut, or of a version that cannot be read. */
export function readOpenTrailer(descriptor: number, path: string): Trailer {
  const { size } = fstatSync(descriptor);
  const trailer = Buffer.alloc(TRAILER_BYTES);
  const isLongEnough = size > TRAILER_BYTES;
  if (isLongEnough) readSync(descriptor, trailer, 0, TRAILER_BYTES, size - TRAILER_BYTES);
  if (!isLongEnough || !trailer.subarray(0, 8).equals(MAGIC)) {
    throw new InputError(
      `Cannot open the snapshot "${path}": it is another kind of file, or an incomplete copy of a snapshot`,
    );
  }
  const version = trailer.readUInt32BE(8);
  if (version !== FORMAT_VERSION) {
    throw new InputError(
      `Cannot open the snapshot "${path}": it has format version ${version}, this program reads ` +
        `${FORMAT_VERSION}; ${findCure(version)}`,
    );
  }
  const dataBytes = Number(trailer.readBigUInt64BE(16));
  const directoryBytes = trailer.readUInt32BE(12);
  const hasLengths = dataBytes === size - TRAILER_BYTES && directoryBytes <= Math.min(dataBytes, DIRECTORY_BYTES_MAX);
  const directory = Buffer.alloc(hasLengths ? directoryBytes : 0);
  if (hasLengths) readSync(descriptor, directory, 0, directoryBytes, dataBytes - directoryBytes);
  if (!hasLengths || !trailerChecksum(directory, trailer).equals(trailer.subarray(CHECKED_BYTES)))
    throw new InputError(
      `Cannot open the snapshot "${path}": its directory or its last ${TRAILER_BYTES} bytes are damaged`,
    );
  return { dataBytes, directory, sha256: trailer.subarray(24, CHECKED_BYTES) };
}

function findCure(version: number): string {
  return version > FORMAT_VERSION ? 'install a newer version of openfirma' : 'build it again from its register lines';
}

/** Opens a file. @throws {InputError} if it is missing or not a file */
export function openSnapshot(path: string): OpenedFile {
  try {
    return new OpenedFile(path);
  } catch (error) {
    const reason = systemReason(error) ?? String(error);
    throw new InputError(`Cannot open the snapshot "${path}": ${reason}`, { cause: error });
  }
}

/** Number of bytes that are hashed at a time, so that everything else in the process waits for a fraction of a millisecond. */
const SLICE_BYTES = 128 * 1024;

/**
 * Returns the SHA-256 of the first `bytes` of a file, in constant memory, while other work continues.
 * @param onSlice called after each 128 KiB with the number of bytes hashed; it may wait, and throw to stop
 */
export async function hashFile(
  path: string,
  bytes: number,
  onSlice: (done: number) => Promise<void> | undefined | void,
): Promise<Buffer> {
  const sum = createHash('sha256');
  const slice = Buffer.allocUnsafe(SLICE_BYTES);
  await using file = await open(path);
  for (let done = 0; done < bytes;) {
    const { bytesRead } = await file.read(slice, 0, Math.min(SLICE_BYTES, bytes - done), done);
    if (bytesRead === 0) break;
    sum.update(slice.subarray(0, bytesRead));
    done += bytesRead;
    await onSlice(done);
  }
  return sum.digest();
}

/**
 * Compares a snapshot with its checksum, while other work continues.
 * @param pause called after each 128 KiB; the next ones are read when it resolves
 * @throws {InputError} if bytes have changed; and the reason of `signal` when it aborts
 */
export async function verifyChecksum(path: string, signal?: AbortSignal, pause?: () => Promise<void>): Promise<void> {
  const { dataBytes, sha256 } = readTrailer(path);
  const found = await hashFile(path, dataBytes, () => {
    signal?.throwIfAborted();
    return pause?.();
  });
  if (found.equals(sha256)) return;
  throw new InputError(`Cannot open the snapshot "${path}": it is damaged (its checksum differs from the stored one)`);
}
