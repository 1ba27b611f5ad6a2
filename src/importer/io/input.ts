import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, type Duplex } from 'node:stream';
import { compressionOfFile, decompressor, systemReason } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { checkLength, findDay, readFetched } from './fetched.ts';
import { CHUNK_BYTES, countBytes } from '../limits.ts';
import { present } from '../present.ts';
import { statusBeside, type CrawlStatus } from './crawl-status.ts';
import { zipEntries, zipEntryChunks } from '../formats/zip.ts';
import { isParquetFile } from '../parquet/mark.ts';
import type { ParquetTable } from '../parquet/table.ts';
import { openWorkbook, type Sheet } from '../xlsx/workbook.ts';

/** One file of a register, decompressed. */
export interface InputFile {
  /** The path in messages; `path!file` for a file inside a zip. */
  readonly name: string;
  /** The file name; for a file inside a zip, its name in the zip. */
  readonly ownName: string;
  /** The name of the zip that contains the file; absent outside of a zip. Some publishers put the date into the name of the zip only. */
  readonly packedIn?: string;
  readonly bytes: number;
  /** Whether a cut would be noticed: by a length or checksum in the compressed format, or by the length of the download. */
  readonly sealed: boolean;
  /** The date in the record of the download, ISO 8601; absent if the file was not downloaded. */
  readonly published?: string;
  /** The status of the crawl that the file belongs to; absent for other files. */
  readonly crawl?: CrawlStatus;
  /** The sheet of an XLSX file; `chunks` is then empty. */
  readonly sheet?: Sheet;
  /** The table of a Parquet file; `chunks` is then empty. */
  readonly table?: ParquetTable;
  /** Streams the decompressed bytes. `onBytes` gets the number of bytes that were read from disk. */
  chunks(onBytes: (bytes: number) => void): AsyncGenerator<Buffer>;
}

/**
 * Opens the files of a command line. Their first bytes show the compression. Every file inside a zip and every sheet of an XLSX file
 * is an input.
 * @throws {InputError} if a path cannot be read, or a zip is damaged or empty
 */
export async function openInputs(paths: readonly string[]): Promise<InputFile[]> {
  const inputs: InputFile[] = [];
  // A glob also matches the records of downloads and the status files of crawls.
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
      published: fetched && findDay(fetched),
      crawl: await statusBeside(path),
    }),
  };
  // A crawl may append to the file at the same time.
  const length = fetched?.is_added_to === true ? fetched.bytes : bytes;
  const end = length === bytes ? undefined : length - 1;
  if (compression === undefined && (await isParquetFile(path))) {
    const { openParquet } = await import('../parquet/table.ts');
    const table = await openParquet(path);
    // Its end has the places of all its parts.
    return [{ ...known, name: path, ownName: basename(path), bytes, sealed: true, table, chunks: noChunks }];
  }
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
  // The zip stores a length and a checksum for each of its files.
  const inside = (name: string, ownName: string, more: Pick<InputFile, 'bytes' | 'chunks' | 'sheet'>): InputFile =>
    Object.assign({ name: `${path}!${name}`, ownName, packedIn: basename(path) }, known, { sealed: true }, more);
  const sheets = await openWorkbook(path, entries);
  if (sheets === undefined) {
    return entries.map((entry) => {
      const chunks: InputFile['chunks'] = (onBytes) => zipEntryChunks(path, entry, onBytes);
      return inside(entry.fileName, basename(entry.fileName), { bytes: entry.compressedSize, chunks });
    });
  }
  return sheets.map((sheet) => inside(sheet.name, sheet.name, { bytes: sheet.bytes, sheet, chunks: noChunks }));
}

async function* noChunks(): AsyncGenerator<Buffer> {}

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
