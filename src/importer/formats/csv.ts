import { InputError, quoteValue } from '../../model/index.ts';
import { BoundFault, BrokenRow, LineFault, lineRows, type Quotes } from './csv-lines.ts';
import { quotedRows } from './csv-quoted.ts';
import { CHUNK_BYTES, RECORD_BYTES_MAX } from '../limits.ts';
import type { Text } from './text.ts';

/** The CSV dialect of a register. */
export interface CsvDialect {
  readonly delimiter: string;
  /** Absent if quotes follow RFC 4180. */
  readonly quotes?: Quotes;
}

const LINE_FEED = 0x0a;

/** Whether a last line without a line break has as many cells as the header. */
async function hasEveryColumn(line: Buffer, text: Text, dialect: CsvDialect): Promise<boolean> {
  const [header = ''] = text.head.split('\n', 1);
  const both = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.concat([Buffer.from(`${header}\n`), line]);
  };
  try {
    const rows: unknown[] = [];
    for await (const row of csvRows('', { ...text, chunks: both() }, dialect)) rows.push(row);
    return rows.length === 2;
  } catch (error) {
    if (error instanceof InputError && error.cause instanceof LineFault) return false;
    throw error;
  }
}

/**
 * Streams the rows of a CSV file, the header first. A file that was cut exactly between two records is valid: only its length, a
 * checksum or the expected number of records show the cut.
 *
 * If records do not depend on quotes, an unreadable row is returned as a {@linkcode BrokenRow}, and reading continues.
 * @throws {InputError} with the line at which reading stopped
 */
export function csvRows(name: string, text: Text, dialect: CsvDialect): AsyncGenerator<string[] | BrokenRow> {
  const { delimiter, quotes } = dialect;
  return quotes === undefined ? quotedRows(name, text, delimiter) : lineRows(name, text, delimiter, quotes);
}

/**
 * The first row of a CSV file; undefined if it is invalid in this dialect. Later rows are not read.
 * @throws {InputError} with a {@linkcode BoundFault} as its cause, where the row is over the limits
 */
export async function csvHeader(name: string, text: Text, dialect: CsvDialect): Promise<string[] | undefined> {
  try {
    for await (const header of csvRows(name, text, dialect)) {
      return header instanceof BrokenRow ? undefined : header;
    }
  } catch (error) {
    if (!(error instanceof InputError && error.cause instanceof LineFault)) throw error;
    if (error.cause instanceof BoundFault) throw error;
  }
  return undefined;
}

/**
 * Reads a CSV file to its end without splitting it into cells. The checksum of a zip is compared, and the last line must be complete.
 * @throws {InputError} where the file has only a header, or ends within a line
 */
export async function skipRows(name: string, text: Text, dialect: CsvDialect, onChunk: () => void): Promise<void> {
  let last: Buffer[] = [];
  let lines = 0;
  for await (const chunk of text.chunks) {
    // Two lines show that there are rows.
    for (let at = chunk.indexOf(LINE_FEED); at !== -1 && lines < 2; at = chunk.indexOf(LINE_FEED, at + 1)) lines++;
    const end = chunk.lastIndexOf(LINE_FEED);
    last = end === -1 ? [...last, chunk] : [chunk.subarray(end + 1)];
    if (last.length * CHUNK_BYTES > RECORD_BYTES_MAX)
      throw new InputError(
        `Cannot read ${quoteValue(name)}: a line is longer than the allowed ${RECORD_BYTES_MAX} bytes`,
      );
    onChunk();
  }
  const rest = Buffer.concat(last);
  if (rest.length > 0) {
    if (!text.isWhole && !(await hasEveryColumn(rest, text, dialect))) {
      throw new InputError(`Cannot read ${quoteValue(name)}: the file ends in the middle; download it again`);
    }
    text.observer.onUnendedRow();
    lines++;
  }
  if (lines < 2) throw new InputError(`Cannot read ${quoteValue(name)}: it holds no record`);
}
