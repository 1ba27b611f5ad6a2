import { open, type FileHandle } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  parquetMetadataAsync,
  parquetSchema,
  type ColumnMetaData,
  type FileMetaData,
  type SchemaTree,
} from 'hyparquet';
import { InputError, quoteValue } from '../../model/index.ts';
import { withoutControls, type OnControls } from '../formats/controls.ts';
import { parserReason } from '../formats/own-text.ts';
import { COLUMNS_MAX, FIELD_CHARS_MAX } from '../limits.ts';
import { ColumnReader } from './column.ts';
import { MARK } from './mark.ts';
import { ColumnFault } from './page.ts';

/** The texts of one row, by the position of the wanted columns, with undefined for nulls. */
export type ParquetTexts = (string | undefined)[];

export interface ParquetTable {
  /** The names of the columns. */
  readonly columns: readonly string[];
  /**
   * Streams the rows. Only the pages of the wanted columns are read, one page of each at a time.
   * @throws {InputError} if a wanted column is nested, or the file is damaged
   */
  rows(
    wanted: readonly string[],
    onBytes: (count: number) => void,
    onControls: OnControls,
  ): AsyncGenerator<ParquetTexts>;
}

/** The length of the end of a file: the length of the footer, and the mark. */
const END_BYTES = 8;

/** Maximum size of the footer in bytes. The footer of 40 million rows has about one mebibyte. */
const FOOTER_BYTES_MAX = 64 * 1024 * 1024;

/** The decompressors of Node, by the names of Parquet. The library brings Snappy. */
const COMPRESSORS = {
  GZIP: (bytes: Uint8Array, size: number) => gunzipSync(bytes, { maxOutputLength: Math.max(1, size) }),
  BROTLI: (bytes: Uint8Array, size: number) => brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, size) }),
  ZSTD: (bytes: Uint8Array, size: number) => zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, size) }),
};
const CODECS: readonly string[] = ['UNCOMPRESSED', 'SNAPPY', ...Object.keys(COMPRESSORS)];

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const unreadable = (): never => {
  throw new ColumnFault('its values are not texts, numbers, days or times');
};

/** Readers of values, which make the texts that the register writes in CSV. No register publishes the other types of values. */
const PARSERS = {
  stringFromBytes: (bytes: Uint8Array) => UTF8.decode(bytes),
  dateFromDays: (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10),
  timestampFromMilliseconds: (millis: bigint) => formatTime(Number(millis)),
  timestampFromMicroseconds: (micros: bigint) => formatTime(Number(micros / 1000n)),
  timestampFromNanoseconds: (nanos: bigint) => formatTime(Number(nanos / 1_000_000n)),
  jsonFromBytes: unreadable,
  geometryFromBytes: unreadable,
  geographyFromBytes: unreadable,
  uuidFromBytes: unreadable,
};

/** Returns a local time, which has no offset. */
function formatTime(millis: number): string {
  return new Date(millis).toISOString().slice(0, -1);
}

/**
 * Opens a Parquet file by its footer.
 * @throws {InputError} if the file was cut, or its footer is damaged
 */
export async function openParquet(path: string): Promise<ParquetTable> {
  await using file = await open(path);
  const refuse = (reason: string, cause?: unknown): never => {
    throw new InputError(`Cannot read ${quoteValue(path)}: ${reason}`, { cause });
  };
  const { size } = await file.stat();
  const end =
    size < MARK.length + END_BYTES ? Buffer.alloc(END_BYTES) : await readBytes(file, size - END_BYTES, END_BYTES);
  if (end.toString('latin1', 4) !== MARK) refuse('it is Parquet without its end: it was cut; download it again');
  const footerBytes = end.readUInt32LE(0);
  if (footerBytes > Math.min(size - MARK.length - END_BYTES, FOOTER_BYTES_MAX))
    refuse(`its footer claims ${footerBytes} bytes: it is damaged; download it again`);
  const metadata = await parquetMetadataAsync({
    byteLength: size,
    slice: async (from, until = size) => {
      const { buffer, byteOffset, byteLength } = await readBytes(file, from, until - from);
      return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    },
  }).catch((error: Error) => refuse(`its footer is damaged (${parserReason(error)}); download it again`, error));
  const tree = parquetSchema(metadata);
  const columns = tree.children.map(({ element }) => element.name);
  if (columns.length > COLUMNS_MAX) refuse(`it has more than the allowed ${COLUMNS_MAX} columns`);
  return {
    columns,
    rows: (wanted, onBytes, onControls) =>
      readRows({ path, tree, groups: metadata.row_groups, size, wanted, onBytes, onControls }),
  };
}

async function readBytes(file: FileHandle, from: number, count: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, from);
  return buffer.subarray(0, bytesRead);
}

interface RowSelection {
  readonly path: string;
  readonly tree: SchemaTree;
  readonly groups: FileMetaData['row_groups'];
  readonly size: number;
  readonly wanted: readonly string[];
  readonly onBytes: (count: number) => void;
  readonly onControls: OnControls;
}

async function* readRows(selection: RowSelection): AsyncGenerator<ParquetTexts> {
  const { path, tree, groups, wanted, onControls } = selection;
  const leaves = wanted.map((name) => findLeaf(path, tree, name));
  await using file = await open(path);
  for (const [number, group] of groups.entries()) {
    let name = '';
    try {
      const readers = leaves.map((leaf) => {
        name = leaf.path.join('.');
        return createReader(file, leaf, group.columns, selection);
      });
      for (let left = Number(group.num_rows); left > 0;) {
        for (const reader of readers) {
          name = reader.name;
          if (reader.left === 0) await reader.nextPage();
        }
        const count = Math.min(left, ...readers.map((reader) => reader.left));
        for (let row = 0; row < count; row++) {
          const texts = readers.map((reader) => {
            name = reader.name;
            return toText(reader.values[reader.at++], onControls);
          });
          yield texts;
        }
        left -= count;
      }
    } catch (error) {
      if (!(error instanceof Error) || error instanceof InputError) throw error;
      const reason = error instanceof ColumnFault ? error.message : `it is damaged (${parserReason(error)})`;
      const where = `row group ${number + 1}, column ${quoteValue(name)}`;
      throw new InputError(`Cannot read ${quoteValue(path)}: ${where}: ${reason}`, { cause: error });
    }
  }
}

/** Returns the node of a column. @throws {InputError} if the column is nested or a list */
function findLeaf(path: string, tree: SchemaTree, name: string): SchemaTree {
  const leaf = tree.children.find(({ element }) => element.name === name);
  if (leaf === undefined) throw new Error(`no column ${name}`);
  if (leaf.children.length === 0 && leaf.element.repetition_type !== 'REPEATED') return leaf;
  throw new InputError(`Cannot read ${quoteValue(path)}: the column ${quoteValue(name)} has no simple values`);
}

function createReader(
  file: FileHandle,
  leaf: SchemaTree,
  columns: FileMetaData['row_groups'][number]['columns'],
  { tree, size, onBytes }: RowSelection,
): ColumnReader {
  const column = columns.find(
    ({ meta_data: known }) => known?.path_in_schema.join('.') === leaf.path.join('.'),
  )?.meta_data;
  if (column === undefined) throw new ColumnFault('it is missing');
  if (!CODECS.includes(column.codec))
    throw new ColumnFault(`its compression ${column.codec} is not one of ${CODECS.join(', ')}`);
  const range = findRange(column);
  if (!(range.start >= MARK.length && range.end <= size - END_BYTES && range.start <= range.end))
    throw new ColumnFault('it lies outside of the file');
  const { element } = leaf;
  const decoder = {
    ...column,
    pathInSchema: column.path_in_schema,
    // Newer writers state a day only in the logical type.
    element: element.logical_type?.type === 'DATE' ? { ...element, converted_type: 'DATE' as const } : element,
    schemaPath: [tree, leaf],
    compressors: COMPRESSORS,
    parsers: PARSERS,
  };
  return new ColumnReader(file, decoder, range, onBytes);
}

function findRange(column: ColumnMetaData): { start: number; end: number } {
  const { dictionary_page_offset: dictionary, data_page_offset: data } = column;
  // Some writers store 0 for a missing dictionary.
  const start = Number(dictionary !== undefined && dictionary > 0n && dictionary < data ? dictionary : data);
  return { start, end: start + Number(column.total_compressed_size) };
}

function toText(value: unknown, onControls: OnControls): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return unreadable();
  if (value.length > FIELD_CHARS_MAX)
    throw new ColumnFault(`a text is longer than the allowed ${FIELD_CHARS_MAX} characters`);
  return withoutControls(value, onControls);
}
