import { hash, createHash, type Hash } from 'node:crypto';
import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open as openAsync } from 'node:fs/promises';
import { systemReason } from '../../files/index.ts';
import { InputError } from '../../model/index.ts';
import type { YieldIfDue } from '../../sort/index.ts';
import { FORMAT_VERSION } from './format.ts';

/**
 * A snapshot file is an LMDB file with 64 bytes behind it:
 *
 *     8 bytes "OPENFIRM" · u32 format version · u32 zero · u64 bytes of the LMDB part · 32 bytes SHA-256 of that part ·
 *     8 bytes: the first of SHA-256 over the 56 before
 *
 * (big-endian). LMDB never looks behind its last page. The trailer tells a snapshot from any other file, a whole one
 * from one that was cut, and a sound one from one with a flipped bit anywhere, itself included.
 */
const MAGIC = Buffer.from('OPENFIRM');
const TRAILER_BYTES = 64;
const SEALED_BYTES = 56;
const READ_BYTES = 1024 * 1024;

/** What the end of a snapshot file says about the rest of it. */
export interface Trailer {
  readonly dataBytes: number;
  readonly sha256: Buffer;
  /** Tells the file that was read from another one at its path. */
  readonly fileKey: string;
}

/** Appends the trailer to a finished LMDB file. */
export async function appendTrailer(path: string, yieldIfDue: YieldIfDue): Promise<void> {
  const { bytes, sha256 } = await hashFile(path, { yieldIfDue });
  const trailer = Buffer.alloc(TRAILER_BYTES);
  MAGIC.copy(trailer, 0);
  trailer.writeUInt32BE(FORMAT_VERSION, 8);
  trailer.writeBigUInt64BE(BigInt(bytes), 16);
  sha256.copy(trailer, 24);
  seal(trailer).copy(trailer, SEALED_BYTES);
  appendFileSync(path, trailer, { flush: true });
}

function seal(trailer: Buffer): Buffer {
  return hash('sha256', trailer.subarray(0, SEALED_BYTES), 'buffer').subarray(0, 8);
}

/** Reads the trailer. Throws an InputError where the file is missing, no snapshot, cut, or of another version. */
export function readTrailer(path: string): Trailer {
  const descriptor = openFile(path);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new InputError(`Cannot open the snapshot "${path}": it is not a file`);
    const trailer = Buffer.alloc(TRAILER_BYTES);
    const isLongEnough = stat.size > TRAILER_BYTES;
    if (isLongEnough) readSync(descriptor, trailer, 0, TRAILER_BYTES, stat.size - TRAILER_BYTES);
    if (!isLongEnough || !trailer.subarray(0, 8).equals(MAGIC)) {
      throw new InputError(
        `Cannot open the snapshot "${path}": it does not end as a snapshot does; ` +
          'it is another kind of file, or its copy is incomplete',
      );
    }
    const version = trailer.readUInt32BE(8);
    if (version !== FORMAT_VERSION) {
      throw new InputError(
        `Cannot open the snapshot "${path}": it has format version ${version}, this program reads ${FORMAT_VERSION}; ` +
          'build it again from its register lines',
      );
    }
    const dataBytes = Number(trailer.readBigUInt64BE(16));
    if (!seal(trailer).equals(trailer.subarray(SEALED_BYTES)) || dataBytes !== stat.size - TRAILER_BYTES) {
      throw new InputError(`Cannot open the snapshot "${path}": its last ${TRAILER_BYTES} bytes are damaged`);
    }
    return { dataBytes, sha256: trailer.subarray(24, SEALED_BYTES), fileKey: `${stat.dev}:${stat.ino}` };
  } finally {
    closeSync(descriptor);
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    const reason = systemReason(error) ?? String(error);
    throw new InputError(`Cannot open the snapshot "${path}": ${reason}`, { cause: error });
  }
}

interface HashingOptions {
  /** How many bytes of the file, from its beginning; all by default. */
  readonly bytes?: number;
  readonly onBytes?: (done: number) => void;
  readonly yieldIfDue: YieldIfDue;
}

/** Hashes a file, or its beginning, in constant memory. */
export async function hashFile(
  path: string,
  { bytes = Infinity, onBytes = () => undefined, yieldIfDue }: HashingOptions,
): Promise<{ bytes: number; sha256: Buffer }> {
  const descriptor = openFile(path);
  try {
    const sum: Hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    let done = 0;
    while (done < bytes) {
      const read = readSync(descriptor, buffer, 0, Math.min(buffer.length, bytes - done), done);
      if (read === 0) break;
      sum.update(buffer.subarray(0, read));
      done += read;
      onBytes(done);
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    return { bytes: done, sha256: sum.digest() };
  } finally {
    closeSync(descriptor);
  }
}

/** So much is summed at once: the loop has other work, which waits for a fraction of a millisecond. */
const SLICE_BYTES = 128 * 1024;

/**
 * Compares a snapshot with its checksum while other work goes on, in slices. Throws an InputError where bytes have changed,
 * and whatever `signal` is aborted with.
 */
export async function verifyChecksum(path: string, signal?: AbortSignal): Promise<void> {
  const { dataBytes, sha256 } = readTrailer(path);
  const sum = createHash('sha256');
  const slice = Buffer.allocUnsafe(SLICE_BYTES);
  await using file = await openAsync(path);
  for (let done = 0; done < dataBytes;) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(slice, 0, Math.min(SLICE_BYTES, dataBytes - done), done);
    if (bytesRead === 0) break;
    sum.update(slice.subarray(0, bytesRead));
    done += bytesRead;
  }
  if (sum.digest().equals(sha256)) return;
  throw new InputError(
    `Cannot open the snapshot "${path}": it is damaged (its checksum is not the one that was written)`,
  );
}
