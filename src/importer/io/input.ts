import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, type Duplex } from 'node:stream';
import { compressionOfFile, decompressor, systemReason } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { checkLength, dayOf, readFetched } from './fetched.ts';
import { CHUNK_BYTES, countBytes } from '../limits.ts';
import { present } from '../record/present.ts';
import { statusBeside, type CrawlStatus } from '../crawls/crawl-status.ts';
import { zipEntries, zipEntryChunks } from '../formats/zip.ts';
import { openWorkbook, type Sheet } from '../xlsx/workbook.ts';

/** One file of a register as bytes: plain, or already taken out of its zip, gzip or zstd wrapping. */
export interface InputFile {
  /** Where it lies, for messages: the path, for a file inside a zip `path!file`. */
  readonly name: string;
  /** The name the publisher gave it: the base name, for a file inside a zip the name there. */
  readonly ownName: string;
  /** The base name of the zip it lies in; absent outside of one. Some publishers date the zip and not the file inside. */
  readonly packedIn?: string;
  /** Bytes on disk, compressed. */
  readonly bytes: number;
  /**
   * Whether a cut would be noticed without looking at the content: its wrapping ends with a length or a checksum, or
   * the length is the one it was fetched with.
   */
  readonly sealed: boolean;
  /** The date it was published, ISO 8601, as the record of its download tells; absent where it was not fetched. */
  readonly published?: string;
  /** How far the crawl came whose answers it has; absent for other files. */
  readonly crawl?: CrawlStatus;
  /** The sheet that it is of an XLSX file, which is a zip of sheets; `chunks` is then empty. */
  readonly sheet?: Sheet;
  /** Streams the plain bytes; `onBytes` is told how many bytes on disk each step has consumed. */
  chunks(onBytes: (bytes: number) => void): AsyncGenerator<Buffer>;
}

/**
 * Opens the files named on a command line. Their first bytes tell the compression, never their names:
 * zip (every file inside is an input of its own, and every sheet of an XLSX file), gzip, zstd, or nothing.
 * @throws {InputError} where a path cannot be read, or a zip is damaged or empty
 */
export async function openInputs(paths: readonly string[]): Promise<InputFile[]> {
  const inputs: InputFile[] = [];
  // The record of a download lies beside it, as does the status of a crawl, and a pattern of names takes all.
  const files = paths.filter((path) => !/\.(fetched|walk)\.json$/.test(path));
  for (const path of files) inputs.push(...(await openInput(path)));
  return inputs;
}

async function openInput(path: string): Promise<InputFile[]> {
  const [{ size: bytes }, compression] = await Promise.all([stat(path), compressionOfFile(path)]).catch(
    (error: unknown) => Promise.reject(readError(path, error)),
  );
  const fetched = await readFetched(path);
  if (fetched !== undefined) checkLength(path, bytes, fetched);
  const known = {
    sealed: fetched?.is_length_stated === true,
    ...present<Pick<InputFile, 'published' | 'crawl'>>({
      published: fetched && dayOf(fetched),
      crawl: await statusBeside(path),
    }),
  };
  // What a crawl adds while the file is read would be read half.
  const length = fetched?.is_added_to === true ? fetched.bytes : bytes;
  const end = length === bytes ? undefined : length - 1;
  if (compression !== 'zip') {
    const unwrap = compression === undefined ? undefined : () => decompressor(compression, CHUNK_BYTES);
    return [
      {
        ...known,
        name: path,
        ownName: basename(path),
        bytes: length,
        sealed: known.sealed || unwrap !== undefined,
        chunks: (onBytes) => fileChunks(path, end, unwrap, onBytes),
      },
    ];
  }
  const entries = await zipEntries(path);
  if (entries.length === 0) throw new InputError(`Cannot read ${quoteValue(path)}: the zip holds no file`);
  const sheets = await openWorkbook(path, entries);
  if (sheets !== undefined)
    return sheets.map((sheet) => Object.assign(sheetFile(path, sheet), known, { sealed: true }));
  return entries.map((entry): InputFile => {
    const name = `${path}!${entry.fileName}`;
    const chunks: InputFile['chunks'] = (onBytes) => zipEntryChunks(path, entry, onBytes);
    const names = { name, ownName: basename(entry.fileName), packedIn: basename(path) };
    return Object.assign(names, { bytes: entry.compressedSize, chunks }, known, { sealed: true });
  });
}

function sheetFile(path: string, sheet: Sheet): InputFile {
  return {
    name: `${path}!${sheet.name}`,
    ownName: sheet.name,
    packedIn: basename(path),
    bytes: sheet.bytes,
    // Each part has a length and a checksum in the zip.
    sealed: true,
    sheet,
    chunks: async function* () {},
  };
}

async function* fileChunks(
  path: string,
  end: number | undefined,
  unwrap: (() => Duplex) | undefined,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const options = { highWaterMark: CHUNK_BYTES, ...(end === undefined ? {} : { end }) };
  const file = countBytes(createReadStream(path, options), onBytes);
  try {
    yield* (unwrap === undefined ? file : pipeline(file, unwrap(), () => {})) as AsyncIterable<Buffer>;
  } catch (error) {
    throw readError(path, error);
  }
}

function readError(path: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  const reason = systemReason(error) ?? (error instanceof Error ? error.message : String(error));
  return new InputError(`Cannot read ${quoteValue(path)}: ${reason}`, { cause: error });
}
