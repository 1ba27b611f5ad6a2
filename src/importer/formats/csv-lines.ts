import { InputError, quoteValue } from '../../model/index.ts';
import { COLUMNS_MAX, FIELD_CHARS_MAX, RECORD_BYTES_MAX } from '../limits.ts';
import type { Text } from './text.ts';

/**
 * How a CSV that does not follow RFC 4180 marks its cells.
 *
 * `none`: nothing is quoted, a quote is a character as any other, and a record is a line.
 *
 * `recordStart`: every cell of every record stands between quotes, but what is inside them is written in no one way:
 * quotes doubled, behind a backslash or as they are, and line breaks. The header need not be quoted. A quote in a text
 * then ends no cell; only a quote, the delimiter and a quote together do. A record begins with a line that matches
 * `recordStart`, whatever stands before it, and goes on to the next such line: no fault of one reaches into the next.
 */
export type Quotes = 'none' | { readonly recordStart: RegExp };

/** A record that could not be divided into cells. */
export class BrokenRow {
  /** Why, without its content, which nothing has checked for personal data. */
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

type CsvCells = string[] | BrokenRow;

/** Turns lines into rows. Its generators give the rows that are complete with what they were told. */
interface RowReader {
  /** Takes a line, without its line feed. The first one is the header. */
  take(line: string): CsvCells | undefined;
  /** Takes what stands behind the last line feed. */
  end(rest: string, text: Text): Generator<CsvCells, void, undefined>;
}

/** Why a file cannot be read any further: the cause of the InputError that says it. */
export class LineFault extends Error {}

/** A line or a cell that is longer or wider than any that is published. */
export class BoundFault extends LineFault {}

/**
 * Streams the rows of a CSV in which the end of a record does not hang on the quotes in it, the header first. Empty lines
 * are skipped.
 * @throws {InputError} where the file ends within a record, where the first record does not begin as it must, and where
 *   one is too long
 */
export async function* lineRows(name: string, text: Text, delimiter: string, quotes: Quotes): AsyncGenerator<CsvCells> {
  const reader = quotes === 'none' ? new PlainRows(delimiter) : new FencedRows(delimiter, quotes.recordStart);
  let rows = 0;
  let rest = '';
  // The lines since the last row: those of one record, or empty ones.
  let chars = 0;
  try {
    for await (const chunk of text.chunks) {
      const next = chunk.toString();
      // Joined and divided only where a line ends: however it arrives, a line is read once.
      const lines = next.includes('\n') ? (rest + next).split('\n') : [rest + next];
      rest = lines.pop() ?? '';
      if (rest.length > RECORD_BYTES_MAX) throw tooLong();
      for (const line of lines) {
        const row = reader.take(line);
        chars = row === undefined ? chars + line.length + 1 : 0;
        if (chars > RECORD_BYTES_MAX) throw tooLong();
        if (row === undefined) continue;
        yield row;
        rows++;
      }
    }
    for (const row of reader.end(rest, text)) {
      yield row;
      rows++;
    }
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    const place = rows === 0 ? 'header' : `record ${rows}`;
    throw new InputError(`Cannot read ${quoteValue(name)}: ${place}: ${error.message}`, { cause: error });
  }
}

function tooLong(): LineFault {
  return new BoundFault(`is longer than ${RECORD_BYTES_MAX} characters`);
}

function cutShort(): LineFault {
  return new LineFault('the file ends in the middle; download it again');
}

function withoutBreak(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Divides a record, but not into more cells than any table has. */
function divided(record: string, divider: string): string[] {
  return record.split(divider, COLUMNS_MAX + 1);
}

/** The header as it was divided. */
function checkedHeader(cells: string[]): string[] {
  if (cells.length > COLUMNS_MAX) throw new BoundFault(`has more than ${COLUMNS_MAX} columns`);
  return cells;
}

/** Says what is wrong with the cells of a record that was divided. */
function cellFault(cells: readonly string[], columns: number, chars: number): BrokenRow | undefined {
  if (cells.length !== columns) {
    const found = cells.length > COLUMNS_MAX ? `more than ${COLUMNS_MAX}` : cells.length;
    return new BrokenRow(`must have ${columns} cells, has ${found}`);
  }
  // Only a record that is as long can have such a cell.
  return chars > FIELD_CHARS_MAX && cells.some((cell) => cell.length > FIELD_CHARS_MAX)
    ? new BrokenRow(`has a cell longer than the allowed ${FIELD_CHARS_MAX} characters`)
    : undefined;
}

class PlainRows implements RowReader {
  readonly #delimiter: string;
  #header: readonly string[] | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  take(line: string): CsvCells | undefined {
    const record = withoutBreak(line);
    if (record === '') return undefined;
    const cells = divided(record, this.#delimiter);
    this.#header ??= checkedHeader(cells);
    return cellFault(cells, this.#header.length, record.length) ?? cells;
  }

  *end(rest: string, { isWhole, observer }: Text): Generator<CsvCells, void, undefined> {
    const hasHeader = this.#header !== undefined;
    const row = this.take(rest);
    if (row === undefined) return;
    if (!isWhole && (!hasHeader || row instanceof BrokenRow)) throw cutShort();
    // Some end every line with a delimiter, behind a last column that has no name: it closes a record, too.
    const isClosed = this.#header?.at(-1) === '' && !(row instanceof BrokenRow) && row.at(-1) === '';
    if (!isClosed) observer.onUnendedRow();
    yield row;
  }
}

class FencedRows implements RowReader {
  readonly #delimiter: string;
  /** What stands between two cells. */
  readonly #fence: string;
  /** Two of them that share a quote: either may be meant. */
  readonly #doubtful: string;
  readonly #recordStart: RegExp;
  #columns = 0;
  /** The lines of the record that the next beginning will end. */
  #lines: string[] = [];
  /** The cells that its lines have so far, counted where there is more than one line. */
  #cells = 0;
  #goesOnBehindEnd = false;

  constructor(delimiter: string, recordStart: RegExp) {
    this.#delimiter = delimiter;
    this.#fence = `"${delimiter}"`;
    this.#doubtful = `"${delimiter}"${delimiter}"`;
    this.#recordStart = recordStart;
  }

  take(line: string): CsvCells | undefined {
    if (this.#columns === 0) return this.#header(withoutBreak(line));
    if (!this.#recordStart.test(line)) {
      this.#goOn(line);
      return undefined;
    }
    const row = this.#lines.length === 0 ? undefined : this.#row();
    this.#lines = [line];
    this.#goesOnBehindEnd = false;
    return row;
  }

  *end(rest: string, { isWhole }: Text): Generator<CsvCells, void, undefined> {
    if (rest !== '') {
      const row = this.take(rest);
      if (row !== undefined) yield row;
    }
    if (this.#lines.length > 0) yield this.#row(!isWhole);
  }

  #header(line: string): string[] | undefined {
    if (line === '') return undefined;
    const cells = checkedHeader(divided(line, this.#delimiter)).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    this.#columns = cells.length;
    return cells;
  }

  #goOn(line: string): void {
    const [first] = this.#lines;
    const isBlank = withoutBreak(line) === '';
    if (first === undefined) {
      if (isBlank) return;
      throw new LineFault(`must begin with ${String(this.#recordStart)}`);
    }
    if (this.#lines.length === 1) this.#cells = first.split(this.#fence).length;
    const isComplete = this.#cells === this.#columns && /"\r?$/.test(this.#lines.at(-1) ?? '');
    // After its last quote a record is over: what comes then is one that does not begin as it must, or the rest of one.
    if (isComplete && !isBlank) this.#goesOnBehindEnd = true;
    if (isBlank && isComplete) return;
    this.#cells += line.split(this.#fence).length - 1;
    this.#lines.push(line);
  }

  /** Divides the gathered lines into cells. An incomplete last record of a file that may have been cut shows that it was. */
  #row(mayBeCut = false): CsvCells {
    const record = this.#lines.join('\n').replace(/[\r\n]+$/, '');
    const cells = divided(record.slice(1, -1), this.#fence);
    const isFenced = record.length > 1 && record.startsWith('"') && record.endsWith('"');
    const isWhole = isFenced && cells.length >= this.#columns && !this.#goesOnBehindEnd;
    if (mayBeCut && !isWhole) throw cutShort();
    if (this.#goesOnBehindEnd) return new BrokenRow('goes on behind the quote that ends its last cell');
    if (!isFenced) return new BrokenRow('must begin and end with a quote');
    const fault = cellFault(cells, this.#columns, record.length);
    if (fault !== undefined) return fault;
    if (record.includes(this.#doubtful)) return new BrokenRow('has a quote that may end a cell or belong to it');
    return cells.map(unescaped);
  }
}

/** Takes away what a writer of CSV puts before a quote, in whichever of the two ways, and before a backslash. */
function unescaped(cell: string): string {
  if (!cell.includes('"') && !cell.includes('\\')) return cell;
  return cell.replace(/\\(["\\])|""/g, (_, escaped: string | undefined) => escaped ?? '"');
}
