/** Reads a table in the browser: its encoding, separator, rows and columns. Works without a DOM. */
import {
  columnsOfRole,
  detectSeparator,
  hasKnownHeading,
  hasPlainQuotes,
  type HeadingsByRole,
} from '../../../model/tables/delimited.ts';

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly separator: string | undefined;
  readonly encoding: string;
}

/** The headings from which columns are guessed, by role. */
export type ColumnNames = HeadingsByRole<'name' | 'country' | 'number'>;

const HEAD_CHARS = 1_000_000;

/** Maximum number of rows, without the header, and of columns: the page shows every heading three times. */
export interface TableLimits {
  readonly rowsMax: number;
  readonly columnsMax: number;
}

/** Returns the error for a table of more than `max` rows or columns. */
export function tooMany(max: number, what: 'rows' | 'columns'): RangeError {
  return new RangeError(
    `The file has more than the ${max} ${what} that this page takes. For longer lists use "openfirma match".`,
  );
}

/**
 * Reads a CSV file, with the same guesses as `openfirma match`.
 * @throws {RangeError} if a row has more or fewer cells than the header, or there are too many
 */
export function readTable(bytes: Uint8Array, limits: TableLimits): Table {
  const { text, encoding } = decoded(bytes);
  const head = text.slice(0, HEAD_CHARS);
  const separator = detectSeparator(head);
  const [header, ...rows] = parseRows(text, separator, hasPlainQuotes(head, separator), limits);
  if (header === undefined) throw new RangeError('The file is empty.');
  const wrong = rows.findIndex((cells) => cells.length !== header.length);
  if (wrong !== -1)
    throw new RangeError(
      `Row ${wrong + 1} has ${counted(rows[wrong]?.length ?? 0, 'cell')}, the header has ${header.length}.`,
    );
  return { header, rows, separator, encoding };
}

/** Returns a count with its noun: `1 row`, `2 rows`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

function decoded(bytes: Uint8Array): { text: string; encoding: string } {
  const [a, b] = bytes;
  const mark = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
  const bare =
    a !== 0 && b === 0 && bytes[3] === 0 ? 'utf-16le' : a === 0 && b !== 0 && bytes[2] === 0 ? 'utf-16be' : undefined;
  const utf16 = mark ?? bare;
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    // Spreadsheets that do not write UTF-8 use this encoding for the letters of Western Europe.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'WINDOWS-1252' };
  }
}

/** Returns the rows, without empty lines. Cells may be quoted (RFC 4180) unless `isPlain`: then quotes are parts of cells. */
function parseRows(
  text: string,
  separator: string | undefined,
  isPlain: boolean,
  { rowsMax, columnsMax }: TableLimits,
): string[][] {
  const nextBreak = finder(text, '\n');
  const nextSeparator = finder(text, separator);
  const rows: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [value, end] =
      text[at] === '"' && !isPlain ? quotedCell(text, at) : bareCell(text, at, nextBreak(at), nextSeparator(at));
    const next = text[end];
    if (next === separator && next !== undefined) {
      cells.push(value);
      if (cells.length === columnsMax) throw tooMany(columnsMax, 'columns');
      at = end + 1;
      if (at < text.length) continue;
      cells.push('');
    } else {
      at = end + (text.startsWith('\r\n', end) ? 2 : 1);
      if (value === '' && cells.length === 0 && text[end - 1] !== '"') continue;
      cells.push(value);
    }
    rows.push(cells);
    if (rows.length > rowsMax + 1) throw tooMany(rowsMax, 'rows');
    cells = [];
  }
  return rows;
}

/** Returns the cell at an opening quote, and the position after its closing quote. */
function quotedCell(text: string, at: number): [value: string, end: number] {
  let close = text.indexOf('"', at + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close === -1) throw new RangeError('A quote is not closed.');
  return [text.slice(at + 1, close).replaceAll('""', '"'), close + 1];
}

/** Returns a function that finds a text from positions that only grow, in one walk over the whole text; -1 if there is none. */
function finder(text: string, wanted: string | undefined): (from: number) => number {
  let found = wanted === undefined ? -1 : text.indexOf(wanted);
  return (from) => {
    if (wanted !== undefined && found !== -1 && found < from) found = text.indexOf(wanted, from);
    return found;
  };
}

function bareCell(text: string, at: number, breaks: number, next: number): [value: string, end: number] {
  const lineEnd = breaks === -1 ? text.length : breaks - (text[breaks - 1] === '\r' && breaks > at ? 1 : 0);
  const end = next !== -1 && next < lineEnd ? next : lineEnd;
  return [text.slice(at, end), end];
}

/** Returns the index of the likeliest column for a role; -1 if no heading matches. */
export function guessedColumn(
  header: readonly string[],
  names: ColumnNames,
  role: Exclude<keyof ColumnNames, 'anyNumber'>,
): number {
  return columnsOfRole(header, names, role)[0] ?? -1;
}

/** Whether the first row has headings. A single cell without a known heading is a company. */
export function hasHeadings({ header }: Table, names: ColumnNames): boolean {
  return header.length > 1 || hasKnownHeading(header, names);
}

/** Returns a table whose first row is a row, not headings. */
export function withoutHeadings({ header, rows, ...rest }: Table): Table {
  return { ...rest, header: header.map((_, i) => `column ${i + 1}`), rows: [header, ...rows] };
}
