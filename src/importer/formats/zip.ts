import { createInflateRaw, crc32 } from 'node:zlib';
import { pipeline } from 'node:stream';
import { openPromise, type Entry } from 'yauzl';
import { InputError, quoteValue } from '../../model/index.ts';
import { CHUNK_BYTES, ZIP_ENTRIES_MAX, ZIP_NAMES_BYTES_MAX, countBytes } from '../limits.ts';
import { parserReason } from './own-text.ts';

export const STORED = 0;
export const DEFLATED = 8;
const DEFLATED64 = 9;

/** Whether macOS added a file to an archive: a resource fork, or the positions of icons. */
export function isOfMac(path: string): boolean {
  return /(^|\/)(__MACOSX\/|\._[^/]*$|\.DS_Store$)/.test(path);
}

/**
 * Lists the files inside a zip or zip64, in the order of its directory. The directory is at the end, so a cut zip is refused.
 * @throws {InputError} if the file is not a complete zip, or has too many files
 */
export async function zipEntries(path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  let bytes = 0;
  const zip = await openZip(path);
  try {
    for await (const entry of zip.eachEntry()) {
      bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (bytes > ZIP_NAMES_BYTES_MAX) {
        throw new InputError(
          `Cannot read ${quoteValue(path)}: its directory has more than ${ZIP_NAMES_BYTES_MAX} bytes`,
        );
      }
      if (entry.fileName.endsWith('/') || isOfMac(entry.fileName)) continue;
      if (entries.length === ZIP_ENTRIES_MAX) {
        throw new InputError(`Cannot read ${quoteValue(path)}: it has more than ${ZIP_ENTRIES_MAX} files`);
      }
      entries.push(entry);
    }
  } catch (error) {
    throw zipError(path, error);
  } finally {
    zip.close();
  }
  return entries;
}

/**
 * Streams one file of a zip. yauzl does not verify checksums, so length and CRC-32 are compared with the directory after the last byte.
 * @throws {InputError} if the file is damaged
 */
export async function* zipEntryChunks(
  path: string,
  entry: Entry,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const where = `${quoteValue(path)}, file ${quoteValue(entry.fileName)} inside it`;
  if (entry.isEncrypted()) throw new InputError(`Cannot read ${where}: it is encrypted`);
  if (entry.compressionMethod === DEFLATED64) {
    const how = 'unpack it with 7-Zip (7z x), and give the file that was inside';
    throw new InputError(`Cannot read ${where}: it is compressed with Deflate64 (method 9); ${how}`);
  }
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw new InputError(`Cannot read ${where}: compression method ${entry.compressionMethod} is not one of 0, 8`);
  }
  const zip = await openZip(path);
  let sum = 0;
  let length = 0;
  try {
    const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    const counted = countBytes(raw, onBytes);
    const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
    const plain = entry.compressionMethod === STORED ? counted : pipeline(counted, inflate, () => {});
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      length += chunk.length;
      if (length > entry.uncompressedSize) break;
      yield chunk;
    }
  } catch (error) {
    throw zipError(path, error);
  } finally {
    zip.close();
  }
  if (length !== entry.uncompressedSize || sum !== entry.crc32) {
    throw new InputError(
      `Cannot read ${where}: its length or checksum is not the one the zip states; download it again`,
    );
  }
}

async function openZip(path: string) {
  try {
    return await openPromise(path, { autoClose: false });
  } catch (error) {
    throw zipError(path, error);
  }
}

function zipError(path: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  const reason = error instanceof Error ? parserReason(error) : String(error);
  return new InputError(`Cannot read ${quoteValue(path)}: not a whole zip file: ${reason}`, { cause: error });
}
