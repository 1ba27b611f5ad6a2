import { InputError, counted, quoteValue } from '../../model/index.ts';
import { BrokenRow, cutShort, LineFault, lineRows, type Quotes } from './csv-lines.ts';
import type { Text } from './text.ts';
import { COLUMNS_MAX, FIELD_CHARS_MAX, RECORD_BYTES_MAX } from '../limits.ts';

/** The CSV dialect of a register. */
export interface CsvDialect {
  /** One character. */
  readonly delimiter: string;
  /** Absent if quotes follow RFC 4180. */
  readonly quotes?: Quotes;
  /** The text that means that a cell has no value; an empty cell has no value either. */
  readonly missing?: string;
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

/** Reads the first row of a CSV file; undefined if it is invalid in this dialect. Later rows are not read. */
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

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

const UNFINISHED = Symbol('unfinished');

/**
 * Streams the rows of a CSV of RFC 4180, the header first: cells may be quoted, quotes inside are doubled, quoted line breaks belong
 * to a cell. Every row has as many cells as the header; empty lines are skipped.
 *
 * A file that ends within a record (a quote is open, or cells are missing) is refused. A last row without a line break is accepted if
 * it has every column, or if the file is known to be whole.
 *
 * Cells are substrings of a chunk and keep the chunk in memory; `ownText` copies a text.
 * @throws {InputError} with the line at which reading stopped
 */
async function* quotedRows(name: string, text: Text, delimiter: string): AsyncGenerator<string[]> {
  const rows = new QuotedRows(delimiter, text);
  try {
    for await (const chunk of text.chunks) {
      rows.add(chunk.toString());
      for (let row = rows.next(); row !== undefined; row = rows.next()) yield row;
    }
    rows.end();
    for (let row = rows.next(); row !== undefined; row = rows.next()) yield row;
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    throw new InputError(`Cannot read ${quoteValue(name)}: line ${rows.line}: ${error.message}`, { cause: error });
  }
}

class QuotedRows {
  /** The line of the next record, from 1. */
  line = 1;
  readonly #delimiter: string;
  readonly #delimiterCode: number;
  #text = '';
  #start = 0;
  #isEnd = false;
  /** Whether the last record ends with neither a line break nor a quote. */
  #isUnended = false;
  readonly #source: Text;
  #width: number | undefined;
  /** The position of the next line break; -1 without one, undefined before the first search. */
  #break: number | undefined;
  /** An unfinished record is read again, from its start, when the text has this many characters. */
  #wanted = 0;
  /** Number of characters in the empty lines since the last record. */
  #empty = 0;

  constructor(delimiter: string, source: Text) {
    this.#delimiter = delimiter;
    this.#delimiterCode = delimiter.charCodeAt(0);
    this.#source = source;
  }

  add(text: string): void {
    this.#text = this.#start === this.#text.length ? text : this.#text.slice(this.#start) + text;
    this.#start = 0;
    this.#break = undefined;
  }

  end(): void {
    this.#isEnd = true;
  }

  /** Returns the next complete record; undefined if more text is necessary, or no text is left. */
  next(): string[] | undefined {
    for (;;) {
      // Checked before the text is read, because the first read of a concatenated string copies it.
      if (!this.#isEnd && this.#text.length - this.#start < this.#wanted) return undefined;
      if (this.#skipEmptyLine()) continue;
      if (this.#start === this.#text.length) return undefined;
      const cells: string[] = [];
      const end = this.#record(cells);
      if (end === UNFINISHED) {
        if (this.#isEnd) throw cutShort();
        this.#wait(this.#text.length - this.#start);
        return undefined;
      }
      this.#wanted = 0;
      this.#empty = 0;
      if (this.#isUnended) this.#takeUnended(cells);
      const begun = this.line;
      this.line += this.#breaksUntil(end);
      this.#start = end;
      this.#width ??= cells.length;
      if (cells.length === this.#width) return cells;
      this.line = begun;
      throw new LineFault(`the record has ${counted(cells.length, 'cell')}, the header has ${this.#width}`);
    }
  }

  #takeUnended(cells: readonly string[]): void {
    if (!this.#source.isWhole && cells.length !== this.#width) throw cutShort();
    if (cells.length === this.#width) this.#source.observer.onUnendedRow();
  }

  /** Postpones an unfinished record until the text has twice its length, so a record is read twice on average. */
  #wait(length: number): void {
    if (length > RECORD_BYTES_MAX) throw tooLong();
    this.#wanted = Math.min(2 * length, RECORD_BYTES_MAX + 1);
  }

  #skipEmptyLine(): boolean {
    const isPair = this.#text.startsWith('\r\n', this.#start);
    if (!isPair && this.#text.charCodeAt(this.#start) !== LINE_FEED) return false;
    const length = isPair ? 2 : 1;
    this.#start += length;
    this.#empty += length;
    if (this.#empty > RECORD_BYTES_MAX) throw tooLong();
    this.line++;
    return true;
  }

  /** Reads the cells of the present record. Returns the position of the next record. */
  #record(cells: string[]): number | typeof UNFINISHED {
    const text = this.#text;
    for (let at = this.#start; ;) {
      if (cells.length === COLUMNS_MAX) throw new LineFault(`the record has more than ${COLUMNS_MAX} cells`);
      const end = text.charCodeAt(at) === QUOTE ? this.#quoted(at, cells) : this.#bare(at, cells);
      if (end === UNFINISHED) return UNFINISHED;
      if (text.charCodeAt(end) === this.#delimiterCode) at = end + 1;
      else return Math.min(text.length, end + (text.charCodeAt(end) === CARRIAGE_RETURN ? 2 : 1));
    }
  }

  /** Reads a quoted cell. Returns the position of the delimiter or line break after it. */
  #quoted(at: number, cells: string[]): number | typeof UNFINISHED {
    const text = this.#text;
    // Most cells of some registers are empty.
    if (text.charCodeAt(at + 1) === QUOTE && text.charCodeAt(at + 2) === this.#delimiterCode) {
      cells.push('');
      return at + 2;
    }
    let isDoubled = false;
    let close = text.indexOf('"', at + 1);
    while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) {
      isDoubled = true;
      close = text.indexOf('"', close + 2);
    }
    checkCell((close === -1 ? text.length : close) - at);
    if (close === -1) return UNFINISHED;
    const end = close + 1;
    // The next character decides, or the next two if they are a line break.
    if (end === text.length || (text.charCodeAt(end) === CARRIAGE_RETURN && end + 1 === text.length)) {
      if (!this.#isEnd) return UNFINISHED;
    } else if (!this.#endsCell(end)) {
      throw new LineFault('a quote inside a quoted cell is not doubled');
    }
    const value = text.slice(at + 1, close);
    cells.push(isDoubled ? value.replaceAll('""', '"') : value);
    return end;
  }

  /** Reads a plain cell. Returns the position of the delimiter or line break after it. */
  #bare(at: number, cells: string[]): number | typeof UNFINISHED {
    const text = this.#text;
    const isKnown = this.#break !== undefined && (this.#break === -1 || this.#break >= at);
    const lineEnd = isKnown ? (this.#break ?? -1) : text.indexOf('\n', at);
    this.#break = lineEnd;
    const next = text.indexOf(this.#delimiter, at);
    if (next === -1 && lineEnd === -1) {
      checkCell(text.length - at);
      if (!this.#isEnd) return UNFINISHED;
      this.#isUnended = true;
    }
    const isLast = next === -1 || (lineEnd !== -1 && lineEnd < next);
    const last = lineEnd === -1 ? text.length : lineEnd;
    const isPair = isLast && last > at && text.charCodeAt(last - 1) === CARRIAGE_RETURN;
    const end = isLast ? last - (isPair ? 1 : 0) : next;
    checkCell(end - at);
    const value = text.slice(at, end);
    if (value.includes('"')) throw new LineFault('a quote is inside a cell that is not quoted');
    cells.push(value);
    return end;
  }

  #endsCell(at: number): boolean {
    const text = this.#text;
    const code = text.charCodeAt(at);
    const isBreak = code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED);
    return isBreak || code === this.#delimiterCode;
  }

  #breaksUntil(end: number): number {
    let breaks = 0;
    for (let at = this.#text.indexOf('\n', this.#start); at !== -1 && at < end; at = this.#text.indexOf('\n', at + 1)) {
      breaks++;
    }
    return breaks;
  }
}

function checkCell(chars: number): void {
  if (chars > FIELD_CHARS_MAX) throw new LineFault(`a cell is longer than the allowed ${FIELD_CHARS_MAX} characters`);
}

function tooLong(): LineFault {
  return new LineFault(`the record is longer than the allowed ${RECORD_BYTES_MAX} characters`);
}
