import { InputError } from '../../model/index.ts';
import { BrokenRow, LineFault, lineRows, type Quotes } from './csv-lines.ts';
import { quotedRows } from './csv-quoted.ts';
import type { Text } from './text.ts';

/** The CSV dialect of a register. */
export interface CsvDialect {
  readonly delimiter: string;
  /** Absent if quotes follow RFC 4180. */
  readonly quotes?: Quotes;
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

/** The first row of a CSV file; undefined if it is invalid in this dialect. Later rows are not read. */
export async function csvHeader(name: string, text: Text, dialect: CsvDialect): Promise<string[] | undefined> {
  try {
    for await (const header of csvRows(name, text, dialect)) {
      return header instanceof BrokenRow ? undefined : header;
    }
  } catch (error) {
    if (!(error instanceof InputError && error.cause instanceof LineFault)) throw error;
  }
  return undefined;
}
