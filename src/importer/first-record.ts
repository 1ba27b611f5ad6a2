import { basename } from 'node:path';
import { constants, inflateRawSync } from 'node:zlib';
import { decompressor, detectCompression } from '../files/index.ts';
import { InputError, quoteValue } from '../model/index.ts';
import { Layouts } from './layouts.ts';
import type { DeclaredFiles } from './register.ts';
import { ImportReport } from './report.ts';
import { createInput } from './rows.ts';
import { DEFLATED, STORED } from './formats/zip.ts';
import { isParquet } from './parquet/mark.ts';
import type { InputFile } from './io/input.ts';

/** The first record of a file, as an import would read it. */
export interface FirstRecord {
  /** The kind of the file, for registers with several. */
  readonly kind?: string;
  readonly format: string;
  /** Fields of the record that the register does not declare. */
  readonly leftovers: readonly string[];
}

/** Length of the local header of a file in a zip (APPNOTE.TXT, 4.3.7). */
const ZIP_HEADER_BYTES = 30;

/** The first bytes do not contain a whole record. */
class CutOff extends Error {}

/**
 * Reads the first record from the first bytes of a file, with the readers of an import.
 * @returns undefined if the bytes are too few: they end within the record, or the format has its directory at the end (XLSX, Parquet)
 * @throws {InputError} if an import would refuse the file
 */
export async function readFirstRecord(
  { id, files }: { readonly id: string; readonly files: DeclaredFiles },
  name: string,
  head: Buffer,
  isWhole: boolean,
): Promise<FirstRecord | undefined> {
  const start = await plainStart(name, head);
  if (start === undefined) return undefined;
  const file: InputFile = {
    name: start.name,
    ownName: basename(start.name),
    ...(start.name !== name && { packedIn: name }),
    bytes: head.length,
    sealed: true,
    chunks: async function* () {
      yield start.bytes;
      if (!isWhole) throw new CutOff();
    },
  };
  const report = new ImportReport({ id });
  try {
    const found = await new Layouts(files).of(file);
    if (found === undefined) return undefined;
    const { kind, layout } = found;
    if (layout.answers !== true) {
      const reading = { report, onBytes: ignore, onRecord: ignore };
      const rows = createInput(file, layout, {}, reading).rows();
      await rows.next();
      await rows.return(undefined);
    }
    const { inputs, leftover_fields: leftovers } = report.toJSON();
    const format = inputs[0]?.format ?? 'answers';
    return { format, leftovers: Object.keys(leftovers), ...(kind !== undefined && { kind }) };
  } catch (error) {
    if (error instanceof CutOff || (error instanceof Error && error.cause instanceof CutOff)) return undefined;
    throw error;
  }
}

function ignore(): void {}

/** Decompresses the first bytes if necessary; undefined for XLSX and Parquet, whose directories are at their ends. */
async function plainStart(name: string, head: Buffer) {
  if (isParquet(head)) return undefined;
  const compression = detectCompression(head);
  if (compression === undefined) return { name, bytes: head };
  if (compression !== 'zip') return { name, bytes: await decompressedStart(head, compression) };
  if (head.length < ZIP_HEADER_BYTES) throw new InputError(`Cannot read ${quoteValue(name)}: the zip holds no file`);
  const namesAt = ZIP_HEADER_BYTES;
  const method = head.readUInt16LE(8);
  const own = head.subarray(namesAt, namesAt + head.readUInt16LE(26)).toString();
  const dataAt = namesAt + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (/^(\[Content_Types\]\.xml|_rels\/|xl\/|docProps\/)/.test(own)) return undefined;
  if (own.endsWith('/') || (method !== STORED && method !== DEFLATED)) return undefined;
  const data = head.subarray(dataAt);
  const bytes = method === STORED ? data : inflateRawSync(data, { finishFlush: constants.Z_SYNC_FLUSH });
  return { name: `${name}!${own}`, bytes };
}

/** Decompresses the first bytes of a file. The end of the input is not an error. */
async function decompressedStart(head: Buffer, compression: 'gzip' | 'zstd' | 'bzip2'): Promise<Buffer> {
  const stream = decompressor(compression);
  const chunks: Buffer[] = [];
  stream.end(head);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch (error) {
    if (chunks.length === 0) throw error;
  }
  return Buffer.concat(chunks);
}
