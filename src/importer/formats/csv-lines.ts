import { InputError, counted, quoteValue } from '../../model/index.ts';
import { COLUMNS_MAX, FIELD_CHARS_MAX, RECORD_BYTES_MAX } from '../limits.ts';
import type { Text } from './text.ts';

/**
 * The quoting of a CSV that does not follow RFC 4180.
 *
 * `none`: cells are not quoted, and a record is a line.
 *
 * `recordStart`: every cell is quoted, except in the header, and quotes inside are doubled, escaped by a backslash or plain. Cells may
 * have line breaks. A cell ends only at a quote, the delimiter and a quote. A record starts at a line that matches `recordStart`
 * and ends before the next one, so a fault never affects the next record.
 */
export type Quotes = 'none' | { readonly recordStart: RegExp };

export class BrokenRow {
  /** The reason, without content of the record, which may be personal data. */
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

type CsvRow = string[] | BrokenRow;

/** Turns lines into rows. */
interface RowReader {
  /** Takes a line without its line feed. The first line is the header. */
  take(line: string): CsvRow | undefined;
  /** Takes the text after the last line feed. */
  end(rest: string, text: Text): Generator<CsvRow, void, undefined>;
}

/** The file cannot be read further. It is the cause of an InputError. */
export class LineFault extends Error {}

/**
 * Streams the rows of a CSV whose records do not depend on quotes, the header first. Empty lines are skipped.
 * @throws {InputError} if the file ends within a record, the first record has a wrong start, or a record is too long
 */
export async function* lineRows(name: string, text: Text, delimiter: string, quotes: Quotes): AsyncGenerator<CsvRow> {
  const reader = quotes === 'none' ? new PlainRows(delimiter) : new FencedRows(delimiter, quotes.recordStart);
  let rows = 0;
  let rest = '';
  // Number of characters in the lines since the last row.
  let chars = 0;
  try {
    for await (const chunk of text.chunks) {
      const next = chunk.toString();
      // Joined and split only at the end of a line, so that each line is read once.
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
  return new LineFault(`is longer than ${RECORD_BYTES_MAX} characters`);
}

export function cutShort(): LineFault {
  return new LineFault('the file ends in the middle; download it again');
}

function withoutBreak(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Splits a record into cells. Stops one cell after the maximum number of columns. */
function divided(record: string, divider: string): string[] {
  return record.split(divider, COLUMNS_MAX + 1);
}

function checkedHeader(cells: string[]): string[] {
  if (cells.length > COLUMNS_MAX) throw new LineFault(`has more than ${COLUMNS_MAX} columns`);
  return cells;
}

/** Checks the cells of a record. Returns undefined if they are valid. */
function cellFault(cells: readonly string[], columns: number, chars: number): BrokenRow | undefined {
  if (cells.length !== columns) {
    const found = cells.length > COLUMNS_MAX ? `more than ${COLUMNS_MAX}` : cells.length;
    return new BrokenRow(`must have ${counted(columns, 'cell')}, has ${found}`);
  }
  // A cell can be too long only if the record is.
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

  take(line: string): CsvRow | undefined {
    const record = withoutBreak(line);
    if (record === '') return undefined;
    const cells = divided(record, this.#delimiter);
    this.#header ??= checkedHeader(cells);
    return cellFault(cells, this.#header.length, record.length) ?? cells;
  }

  *end(rest: string, { isWhole, observer }: Text): Generator<CsvRow, void, undefined> {
    const hasHeader = this.#header !== undefined;
    const row = this.take(rest);
    if (row === undefined) return;
    if (!isWhole && (!hasHeader || row instanceof BrokenRow)) throw cutShort();
    // Some files end every line, header included, with a delimiter. This delimiter shows that the record is complete.
    const isClosed = this.#header?.at(-1) === '' && !(row instanceof BrokenRow) && row.at(-1) === '';
    if (!isClosed) observer.onUnendedRow();
    yield row;
  }
}

class FencedRows implements RowReader {
  readonly #delimiter: string;
  /** The text between two cells. */
  readonly #fence: string;
  /** Two overlapping fences: an ambiguous end of a cell. */
  readonly #doubtful: string;
  readonly #recordStart: RegExp;
  #columns = 0;
  #lines: string[] = [];
  /** Number of cells of the present record so far, if it has more than one line. */
  #cells = 0;
  #continuesAfterEnd = false;

  constructor(delimiter: string, recordStart: RegExp) {
    this.#delimiter = delimiter;
    this.#fence = `"${delimiter}"`;
    this.#doubtful = `"${delimiter}"${delimiter}"`;
    this.#recordStart = recordStart;
  }

  take(line: string): CsvRow | undefined {
    if (this.#columns === 0) return this.#header(withoutBreak(line));
    if (!this.#recordStart.test(line)) {
      this.#continue(line);
      return undefined;
    }
    const row = this.#lines.length === 0 ? undefined : this.#row();
    this.#lines = [line];
    this.#continuesAfterEnd = false;
    return row;
  }

  *end(rest: string, { isWhole }: Text): Generator<CsvRow, void, undefined> {
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

  #continue(line: string): void {
    const [first] = this.#lines;
    const isBlank = withoutBreak(line) === '';
    if (first === undefined) {
      if (isBlank) return;
      throw new LineFault(`must start with ${String(this.#recordStart)}`);
    }
    if (this.#lines.length === 1) this.#cells = first.split(this.#fence).length;
    const isComplete = this.#cells === this.#columns && /"\r?$/.test(this.#lines.at(-1) ?? '');
    // A line after the last quote belongs to a record with a wrong start.
    if (isComplete && !isBlank) this.#continuesAfterEnd = true;
    if (isBlank && isComplete) return;
    this.#cells += line.split(this.#fence).length - 1;
    this.#lines.push(line);
  }

  /** Splits the gathered lines into cells. An incomplete last record means that the file was cut. */
  #row(mayBeCut = false): CsvRow {
    const record = this.#lines.join('\n').replace(/[\r\n]+$/, '');
    const cells = divided(record.slice(1, -1), this.#fence);
    const isFenced = record.length > 1 && record.startsWith('"') && record.endsWith('"');
    const isWhole = isFenced && cells.length >= this.#columns && !this.#continuesAfterEnd;
    if (mayBeCut && !isWhole) throw cutShort();
    if (this.#continuesAfterEnd) return new BrokenRow('continues after the quote that ends its last cell');
    if (!isFenced) return new BrokenRow('must start and end with a quote');
    const fault = cellFault(cells, this.#columns, record.length);
    if (fault !== undefined) return fault;
    if (record.includes(this.#doubtful)) return new BrokenRow('has a quote that may end a cell or belong to it');
    return cells.map(unescaped);
  }
}

/** Removes the escapes of quotes and backslashes. */
function unescaped(cell: string): string {
  if (!cell.includes('"') && !cell.includes('\\')) return cell;
  return cell.replace(/\\(["\\])|""/g, (_, escaped: string | undefined) => escaped ?? '"');
}
