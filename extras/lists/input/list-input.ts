import { createReadStream, statSync } from 'node:fs';
import { splitLines } from '../../../src/files/index.ts';
import { BrokenRow, csvRows, openInputs, type InputFile, type Text } from '../../../src/importer/index.ts';
import { counted, detectSeparator, hasPlainQuotes, quoteValue, type InputError } from '../../../src/model/index.ts';
import { formatHeadings, hasHeading, type ChosenColumns } from './columns.ts';
import { decoded, unreadable, type DecodedText, type Encoding } from './encoding.ts';
import { PARQUET, refuseText, refuseZip } from './other-forms.ts';

/** The name of standard input and output on the command line. */
export const STANDARD = '-';

/** The options of the command line for reading a list. Undefined options are guessed. */
export interface ListInputOptions {
  readonly separator?: string | undefined;
  readonly encoding?: Encoding | undefined;
  readonly sheet?: string | undefined;
  readonly hasHeader: boolean | undefined;
  readonly columns: ChosenColumns;
}

/** One row of a list: the unchanged cells of a table, or a JSON object with its text. */
export type ListRow = readonly string[] | JsonRecord;

/** An open list. */
export interface ListInput {
  readonly name: string;
  readonly form: 'csv' | 'json lines' | 'workbook';
  /** The headings of a table; the names of the first object of JSON lines. */
  readonly header: readonly string[];
  /** The first row if it is not a header. */
  readonly headless: readonly string[] | undefined;
  /** The separator of a CSV; undefined for a single column, and for other forms. */
  readonly separator: string | undefined;
  readonly lineBreak: '\n' | '\r\n';
  /** Whether the list has a byte order mark, or a form whose output needs one so that spreadsheets read it as UTF-8. */
  readonly isMarked: boolean;
  /** The guessed properties of the list in words, such as `encoding UTF-8`. */
  readonly guesses: readonly string[];
  /** The expected number of rows, or the number of bytes of the file; empty for standard input. */
  readonly size: { readonly rows?: number; readonly bytes?: number };
  /** Returns the number of bytes that were read so far. */
  bytesRead(): number;
  /** Returns in words what of the rows that were read so far could not be kept. */
  losses(): readonly string[];
  /** The rows below the header. They can be read only once. */
  readonly rows: AsyncGenerator<ListRow>;
}

type Known = Pick<ListInput, 'name' | 'size' | 'bytesRead' | 'losses'> & { readonly lost: Lost };

/** Counts of what could not be kept. */
interface Lost {
  controls: number;
  formulas: number;
}

/**
 * Opens a list: CSV with any separator, JSON lines, or a sheet of a workbook (XLSX), compressed or not.
 * @throws {InputError} if the list cannot be read, or is empty
 */
export async function openList(path: string, options: ListInputOptions): Promise<ListInput> {
  let bytes = 0;
  const onBytes = (count: number): void => void (bytes += count);
  const bytesRead = (): number => bytes;
  const lost: Lost = { controls: 0, formulas: 0 };
  const common = { bytesRead, lost, losses: () => describeLosses(lost) };
  if (path === STANDARD)
    return await textList({ name: 'standard input', size: {}, ...common }, standardInput(onBytes), options);
  const files = await openInputs([path]);
  await mustBeTable(path, files);
  const file = chosenFile(path, files, options.sheet);
  const known = { name: path, size: { bytes: file.bytes }, ...common };
  if (file.sheet !== undefined) return await sheetList(known, file, options, onBytes);
  const isPlain = statSync(path).size === file.bytes && !file.sealed;
  const size = isPlain ? { rows: await lineCount(path) } : known.size;
  return await textList({ ...known, size }, file.chunks(onBytes), options);
}

function describeLosses({ controls, formulas }: Lost): string[] {
  const cells = counted(formulas, 'formula');
  const characters = counted(controls, 'control character');
  return [
    ...(formulas > 0 ? [`${cells} without a stored result: save the workbook in a spreadsheet to calculate`] : []),
    ...(controls > 0 ? [`${characters} removed`] : []),
  ];
}

async function* standardInput(onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** @throws {InputError} if the file is of another program */
async function mustBeTable(path: string, files: readonly InputFile[]): Promise<void> {
  let other = refuseZip(files.map(({ name }) => name.slice(path.length + 1)));
  if (files.some(({ table }) => table !== undefined)) other = PARQUET;
  if (files.length === 1 && files[0]?.sheet === undefined)
    for await (const bytes of files[0]?.chunks(() => undefined) ?? []) {
      other ??= refuseText(bytes);
      break;
    }
  if (other !== undefined) throw unreadable(path, other);
}

function chosenFile(path: string, files: readonly InputFile[], sheet: string | undefined): InputFile {
  const [first] = files;
  const names = files.map(({ ownName }) => quoteValue(ownName)).join(', ');
  if (first === undefined) throw unreadable(path, 'it holds no table');
  if (sheet === undefined && (files.length === 1 || first.sheet !== undefined)) return first;
  const named = files.find(({ ownName }) => ownName === sheet);
  if (named !== undefined) return named;
  if (sheet === undefined) throw unreadable(path, `it holds several files; --sheet names one of ${names}`);
  throw unreadable(path, `it has no sheet ${quoteValue(sheet)} (--sheet); it has ${names}`);
}

/** Counts the lines of a file. They are its rows, unless cells contain line breaks. */
async function lineCount(path: string): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) lines++;
  return lines;
}

async function textList(known: Known, chunks: AsyncGenerator<Buffer>, options: ListInputOptions): Promise<ListInput> {
  const { name } = known;
  const text = await decoded(name, chunks, options.encoding);
  const start = text.head.trimStart();
  if (start === '') throw unreadable(name, 'it is empty');
  if (start.startsWith('[')) throw unreadable(name, 'it is a JSON array; must be JSON lines, an object on each line');
  const encodingGuess = options.encoding === undefined ? [`encoding ${text.encoding.toUpperCase()}`] : [];
  const lineBreak = /^[^\n]*\r\n/.test(text.head) ? '\r\n' : '\n';
  if (start.startsWith('{')) {
    const { first, all } = await peeked(name, jsonRecords(name, text.chunks));
    const guesses = ['JSON lines', ...encodingGuess];
    const form = { form: 'json lines', separator: undefined, isMarked: false, lineBreak, headless: undefined } as const;
    return { ...known, ...form, guesses, header: Object.keys(first.value), rows: all };
  }
  const { separator = detectSeparator(text.head) } = options;
  const rows = tableRows(known, text, separator);
  const shown = separator === '\t' ? 'tab' : quoteValue(separator);
  const separatorGuess = separator === undefined ? 'one column' : `separator ${shown}`;
  const guesses = options.separator === undefined ? [separatorGuess, ...encodingGuess] : encodingGuess;
  const isMarked = text.isMarked || text.encoding !== 'utf-8';
  const form = { form: 'csv', separator, isMarked, lineBreak } as const;
  return { ...known, ...form, ...(await withHeader(name, rows, options, guesses)) };
}

/** A separator that no table contains, so that a whole line is one cell. */
const NO_SEPARATOR = '\0';

/** Yields the rows of a table, the header first, each with as many cells as the header. */
async function* tableRows(
  { name, lost }: Known,
  { head, chunks, encoding }: DecodedText,
  separator: string | undefined,
): AsyncGenerator<readonly string[]> {
  const text: Text = {
    format: 'csv',
    head,
    chunks,
    encoding,
    isWhole: true,
    observer: { onControls: (count) => void (lost.controls += count), onUnendedRow: () => undefined },
  };
  const quotes = hasPlainQuotes(head, separator) && ({ quotes: 'none' } as const);
  let row = 0;
  for await (const cells of csvRows(name, text, { delimiter: separator ?? NO_SEPARATOR, ...quotes })) {
    if (cells instanceof BrokenRow) throw unreadable(name, `row ${row}: ${cells.reason}`);
    row++;
    yield cells;
  }
}

async function sheetList(
  known: Known,
  file: InputFile,
  options: ListInputOptions,
  onBytes: (count: number) => void,
): Promise<ListInput> {
  const guesses = options.sheet === undefined ? [`sheet ${quoteValue(file.ownName)}`] : [];
  const rows = await withHeader(file.name, sheetCells(file, onBytes, known.lost), options, guesses);
  return { ...known, ...rows, form: 'workbook', separator: undefined, isMarked: true, lineBreak: '\n' };
}

/** Yields the rows of a sheet as spreadsheets show them, each with as many cells as the first row. Rows without text are skipped. */
async function* sheetCells(
  { name, sheet }: InputFile,
  onBytes: (count: number) => void,
  lost: Lost,
): AsyncGenerator<readonly string[]> {
  let width: number | undefined;
  let row = 0;
  const onControls = (count: number): void => void (lost.controls += count);
  for await (const cells of sheet?.rows(onBytes, onControls, () => void lost.formulas++) ?? []) {
    width ??= cells.length;
    row++;
    if (cells.length > width)
      throw unreadable(name, `row ${row}: it has ${counted(cells.length, 'cell')}, the header has ${width}`);
    yield Array.from({ length: width }, (_, i) => cells[i] ?? '');
  }
}

/**
 * Takes the first row as the header, unless the options say that it is a row. Without a known heading, a single cell is a row, because
 * otherwise a company would be lost; of several cells the options name the columns. The guess is reported.
 */
async function withHeader(
  name: string,
  rows: AsyncGenerator<readonly string[]>,
  { hasHeader, columns }: ListInputOptions,
  guesses: readonly string[],
): Promise<Pick<ListInput, 'header' | 'headless' | 'rows' | 'guesses'>> {
  const { first, all } = await peeked(name, rows);
  const isKnown = hasHeader !== undefined || hasHeading(first, columns);
  const isHeader = hasHeader ?? (isKnown || first.length > 1);
  const cells = formatHeadings(first);
  const guess = isHeader
    ? `the first row ${cells} has the headings (else --no-header)`
    : `the first row ${cells} is a row (--header if it is a heading)`;
  const said = isKnown ? guesses : [...guesses, guess];
  if (!isHeader) return { header: first.map((_, i) => `column ${i + 1}`), headless: first, rows: all, guesses: said };
  await all.next();
  return { header: first, headless: undefined, rows: all, guesses: said };
}

/** Returns the first row, and a generator of all rows including the first. */
async function peeked<Row>(name: string, rows: AsyncGenerator<Row>): Promise<{ first: Row; all: AsyncGenerator<Row> }> {
  const next = await rows.next();
  if (next.done === true) throw unreadable(name, 'it has no row');
  const first: Row = next.value;
  const all = async function* (): AsyncGenerator<Row> {
    try {
      yield first;
      yield* rows;
    } finally {
      await rows.return(undefined);
    }
  };
  return { first, all: all() };
}

/** Maximum number of bytes of a line: a row of a list usually has a few hundred. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

/** One object of JSON lines. */
export interface JsonRecord {
  /** The line of the object, so that numbers and escapes stay unchanged. */
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Yields the objects of JSON lines, without empty lines. @throws {InputError} that names the first line that is not an object */
async function* jsonRecords(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<JsonRecord> {
  let line = 1;
  const refuse = (reason: string): InputError => unreadable(name, `line ${line}: ${reason}`);
  for await (const bytes of splitLines(ended(chunks), LINE_BYTES_MAX, refuse)) {
    const text = bytes.toString().trim();
    if (text !== '') yield { text, value: parseObject(text, refuse) };
    line++;
  }
}

function parseObject(text: string, refuse: (reason: string) => InputError): JsonRecord['value'] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refuse('it is not JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonRecord['value'];
  throw refuse(`it must be an object, got ${quoteValue(value)}`);
}

/** Adds a line feed if the last line has none. */
async function* ended(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last = 0x0a;
  for await (const chunk of chunks) {
    last = chunk.at(-1) ?? last;
    yield chunk;
  }
  if (last !== 0x0a) yield Buffer.from('\n');
}
