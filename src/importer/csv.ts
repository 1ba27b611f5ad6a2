import { once } from 'node:events';
import { pipeline } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse, type Options, type Parser } from 'csv-parse';
import { InputError, quoteValue } from '../model/index.ts';
import { BrokenRow, lineRows, type Quotes } from './csv-lines.ts';
import { CHUNK_BYTES, RECORD_BYTES_MAX } from './limits.ts';
import type { Text } from './text.ts';

/** How a register writes its CSV. */
export interface CsvDialect {
  readonly delimiter: string;
  /** Absent where cells may be quoted and a quote inside is doubled (RFC 4180). */
  readonly quotes?: Quotes;
}

/** How many rows the parser may hold ready: those of a chunk of short ones. */
const ROWS_AHEAD_MAX = 4096;

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Streams the rows of a CSV file, the header first; every row has as many cells as the header. Quoted line breaks are
 * part of a cell, empty lines are skipped.
 *
 * A file that was cut in the middle of a record is refused: a quote stays open, cells are missing, or the last cell
 * ends with neither a line break nor a closing quote. A cut exactly between two records leaves a valid, shorter file;
 * only the length and checksum of the zip it was published in, or the expected minimum of a full file, can tell.
 *
 * Where the dialect knows the end of a record whatever its cells hold, a row that cannot be read is given as a
 * {@linkcode BrokenRow}, and reading goes on behind it.
 * @throws {InputError} naming the line at which reading stopped
 */
export async function* csvRows(name: string, text: Text, dialect: CsvDialect): AsyncGenerator<string[] | BrokenRow> {
  const { delimiter, quotes } = dialect;
  if (quotes === undefined) yield* quotedRows(name, text, delimiter);
  else yield* lineRows(name, text, delimiter, quotes);
}

async function* quotedRows(name: string, text: Text, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse(optionsOf(delimiter));
  // What went wrong is asked for below; without a listener it would end the process.
  parser.on('error', () => {});
  let last = 0;
  let rows = 0;
  try {
    for await (const chunk of text.chunks) {
      last = chunk.at(-1) ?? last;
      parser.write(chunk);
      // All rows of a chunk at once: waiting for each costs a sixteenth of the whole.
      for (let row = nextRow(parser); row !== undefined; row = nextRow(parser), rows++) yield row;
      if (parser.errored !== null) throw parser.errored;
      if (parser.writableNeedDrain) await once(parser, 'drain');
    }
    parser.end();
    while (!parser.readableEnded) {
      for (let row = nextRow(parser); row !== undefined; row = nextRow(parser), rows++) yield row;
      if (parser.errored !== null) throw parser.errored;
      await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const [reason = ''] = error.message.split('\n', 1);
    throw new InputError(`Cannot read ${quoteValue(name)}: ${reason}`, { cause: error });
  } finally {
    parser.destroy();
  }
  if (last !== LINE_FEED && last !== CARRIAGE_RETURN && last !== QUOTE) {
    throw new InputError(
      `Cannot read ${quoteValue(name)}: record ${rows - 1}: the file ends in the middle; download it again`,
    );
  }
}

function nextRow(parser: Parser): string[] | undefined {
  return (parser.read() as string[] | null) ?? undefined;
}

/**
 * Gives the first row of a CSV file, undefined where it is none in this dialect. Nothing behind it is looked at, so a
 * file can be asked whether it is of a dialect in which its later rows would be broken.
 */
export async function csvHeader(text: Text, { delimiter, quotes }: CsvDialect): Promise<string[] | undefined> {
  try {
    const rows =
      quotes === undefined
        ? pipeline(text.chunks, parse({ ...optionsOf(delimiter), to: 1 }), () => {})
        : lineRows('', text, delimiter, quotes);
    for await (const header of rows as AsyncIterable<string[] | BrokenRow>) {
      return header instanceof BrokenRow ? undefined : header;
    }
  } catch (error) {
    if (!(error instanceof CsvError) && !(error instanceof InputError)) throw error;
  }
  return undefined;
}

function optionsOf(delimiter: string): Options {
  const rules = { delimiter, max_record_size: RECORD_BYTES_MAX, skip_empty_lines: true, info: false };
  return Object.assign(rules, { readableHighWaterMark: ROWS_AHEAD_MAX, writableHighWaterMark: 2 * CHUNK_BYTES });
}

/**
 * Lets a CSV file pass without looking at its cells, at the speed of the disk: a zip still checks its sum, and the last
 * line must be whole.
 * @throws {InputError} where the file holds a header alone, or ends within a line
 */
export async function passRows(name: string, text: Text, onChunk: () => void): Promise<void> {
  let last = 0;
  let lines = 0;
  for await (const chunk of text.chunks) {
    // Two are enough to say that there are rows.
    for (let at = chunk.indexOf(LINE_FEED); at !== -1 && lines < 2; at = chunk.indexOf(LINE_FEED, at + 1)) lines++;
    last = chunk.at(-1) ?? last;
    onChunk();
  }
  if (last !== LINE_FEED) {
    throw new InputError(`Cannot read ${quoteValue(name)}: the file ends in the middle; download it again`);
  }
  if (lines < 2) throw new InputError(`Cannot read ${quoteValue(name)}: it holds no record`);
}
