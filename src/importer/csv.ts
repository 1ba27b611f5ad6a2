import { pipeline } from 'node:stream';
import { CsvError, parse, type Options } from 'csv-parse';
import { InputError, quoteValue } from '../model/index.ts';
import { RECORD_BYTES_MAX } from './limits.ts';
import type { Text } from './text.ts';
import { unquotedRows } from './unquoted-csv.ts';

/** How a register writes its CSV. Fields may be quoted, a quote inside is doubled (RFC 4180). */
export interface CsvDialect {
  readonly delimiter: string;
  /** False where nothing is ever quoted, as {@linkcode unquotedRows} reads it: a quotation mark is part of its cell. */
  readonly quote?: false;
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Streams the rows of a CSV file, the header first, in the register's dialect.
 * @throws {InputError} naming the line at which reading stopped
 */
export function csvRows(name: string, text: Text, dialect: CsvDialect): AsyncGenerator<string[]> {
  return dialect.quote === false ? unquotedRows(name, text.chunks, dialect.delimiter) : quotedRows(name, text, dialect);
}

/**
 * Streams the rows of a CSV file, the header first; every row has as many cells as the header. Quoted line breaks are
 * part of a cell, empty lines are skipped.
 *
 * A file that was cut in the middle of a record is refused: a quote stays open, cells are missing, or the last cell
 * ends with neither a line break nor a closing quote. A cut exactly between two records leaves a valid, shorter file;
 * only the length and checksum of the zip it was published in, or the expected minimum of a full file, can tell.
 * @throws {InputError} naming the line at which reading stopped
 */
async function* quotedRows(name: string, text: Text, dialect: CsvDialect): AsyncGenerator<string[]> {
  let last = 0;
  const watched = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of text.chunks) {
      last = chunk.at(-1) ?? last;
      yield chunk;
    }
  };
  const parser = parse(optionsOf(dialect));
  let rows = 0;
  try {
    for await (const row of pipeline(watched(), parser, () => {})) {
      yield row as string[];
      rows++;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const [reason = ''] = error.message.split('\n', 1);
    throw new InputError(`Cannot read ${quoteValue(name)}: ${reason}`, { cause: error });
  }
  if (last !== LINE_FEED && last !== CARRIAGE_RETURN && last !== QUOTE) {
    throw new InputError(
      `Cannot read ${quoteValue(name)}: record ${rows - 1}: the file ends in the middle; download it again`,
    );
  }
}

/**
 * Gives the first row of a CSV file, undefined where it is none in this dialect. Nothing behind it is looked at, so a
 * file can be asked whether it is of a dialect in which its later rows would be broken.
 */
export async function csvHeader(text: Text, dialect: CsvDialect): Promise<string[] | undefined> {
  const parser = parse({ ...optionsOf(dialect), to: 1 });
  try {
    for await (const header of pipeline(text.chunks, parser, () => {})) return header as string[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return undefined;
}

function optionsOf({ delimiter, quote }: CsvDialect): Options {
  const quoting = quote === false ? { quote } : {};
  return { delimiter, max_record_size: RECORD_BYTES_MAX, skip_empty_lines: true, info: false, ...quoting };
}
