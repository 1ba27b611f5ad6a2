import { basename } from 'node:path';
import { InputError, quoteValue } from '../model/index.ts';
import { BrokenRow } from './formats/csv-lines.ts';
import { csvRows, passRows } from './formats/csv.ts';
import { FieldFault } from './record/field-fault.ts';
import { KnownFields } from './record/fields.ts';
import { fixedRows, isFixedWidth, type FixedWidthRow } from './formats/fixed-width.ts';
import type { InputFile } from './io/input.ts';
import { isArray, jsonRecords } from './formats/json.ts';
import { ownText } from './formats/own-text.ts';
import { present } from './record/present.ts';
import { rejectRow } from './reject.ts';
import type { FileLayout } from './register.ts';
import type { ImportReport, InputReport } from './report.ts';
import { tarMembers } from './formats/tar.ts';
import { readText, type Text } from './formats/text.ts';
import { xmlRecords } from './formats/xml.ts';

/** One record as published, with its place. */
export interface Row {
  readonly input: string;
  /** Counted from 1; the header of a CSV is not a record. */
  readonly record: number;
  /** The file inside a tar, whose records are counted through all its files. */
  readonly member?: string;
  /** The record of a JSON file, as parsed; of an XML file, as {@linkcode XmlElement} writes it. */
  readonly json?: unknown;
  /** The record of a CSV file. */
  readonly csv?: CsvRow;
  /** The record of a file of fixed width. */
  readonly fixedWidth?: FixedWidthRow;
}

/** One row of a CSV file, read by column name; the names are trimmed. */
export class CsvRow {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];

  constructor(columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** The cell of a column, undefined where the file has no such column. */
  cell(column: string): string | undefined {
    const position = this.#columns.get(column);
    const cell = position === undefined ? undefined : this.#cells[position];
    return cell === undefined ? undefined : ownText(cell);
  }
}

/** When a file was published, as its own name tells. */
export interface Stamp {
  /** ISO 8601 date. */
  readonly date: string;
  /** Sorts files by time; equal for files published together. */
  readonly order: string;
}

/** An input of a register: its rows, and when it was published, where known. */
export interface ReadyInput {
  readonly name: string;
  readonly ownName: string;
  /** The base name of the zip it lies in; absent for any other file. */
  readonly packedIn?: string;
  readonly stamp?: Stamp;
  /** Which of its register's kinds the file is; absent where the register has one kind. */
  readonly kind?: string;
  rows(): AsyncGenerator<Row>;
  /** Lets a CSV file pass unread where no row of it becomes part of a line; `why` stands in the report. */
  passOver(why: string): Promise<void>;
}

/** Reads the publish stamp out of a file's name. A match that is no date of the calendar is none. */
export function stampOf(fileName: string, pattern: RegExp | undefined): Stamp | undefined {
  const match = pattern?.exec(fileName) ?? null;
  const { year, month, day } = match?.groups ?? {};
  const date = `${year}-${month}-${day}`;
  return match !== null && isDate(date) ? { date, order: `${date} ${match[0]}` } : undefined;
}

/** Says whether a text is a date of the calendar, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Turns a file into the rows of a register, its format told by content; fields nobody knows go to the report. */
export function readyInput(
  file: InputFile,
  layout: FileLayout,
  known: Pick<ReadyInput, 'packedIn' | 'stamp' | 'kind'>,
  report: ImportReport,
  onBytes: (bytes: number) => void,
  onRecord: () => void,
): ReadyInput {
  const { stamp } = known;
  const opened = async (why?: string): Promise<{ text: Text; input: InputReport }> => {
    const text = await readText(file.name, file.chunks(onBytes), layout.encoding);
    const isFixed = isFixedWidth(text, layout.fixedWidth);
    const input: InputReport = {
      name: file.name,
      format: isFixed ? 'fixed-width' : text.format,
      ...present<Pick<InputReport, 'published' | 'passed_over'>>({ published: stamp?.date, passed_over: why }),
      proven_whole: file.sealed || endsItself(text, layout),
      records: 0,
    };
    report.inputs.push(input);
    return { text, input };
  };
  const rows = async function* (): AsyncGenerator<Row> {
    const { text, input } = await opened();
    const fields = new KnownFields(layout.taken, layout.ignored);
    const read = text.format === 'tar' ? tarRows : readerOf(text, layout);
    for await (const row of read(file.name, text, layout, fields, report)) {
      input.records++;
      report.read++;
      onRecord();
      if (row !== undefined) yield row;
    }
    if (input.records === 0) throw new InputError(`Cannot read ${quoteValue(file.name)}: it holds no record`);
  };
  const passOver = async (why: string): Promise<void> => {
    const { text } = await opened(why);
    await passRows(file.name, text, onRecord);
  };
  return { name: file.name, ownName: file.ownName, ...known, rows, passOver };
}

/**
 * Whether the format has an end of its own: the last bracket of an array, the end tag of a root, the zeros of a tar, the
 * line that counts the records.
 */
function endsItself(text: Text, { recordsAt, fixedWidth }: FileLayout): boolean {
  if (text.format === 'json') return isArray(text, recordsAt);
  return text.format === 'xml' || text.format === 'tar' || isFixedWidth(text, fixedWidth);
}

/** Reads the records of one format; undefined stands for a record that cannot be read, which the report counts. */
type RowReader = (
  name: string,
  text: Text,
  layout: FileLayout,
  known: KnownFields,
  report: ImportReport,
) => AsyncGenerator<Row | undefined>;

/** What reads a text that is no tar. */
function readerOf(text: Text, { fixedWidth }: FileLayout): RowReader {
  if (isFixedWidth(text, fixedWidth)) return fixedFileRows;
  return text.format === 'csv' ? csvFileRows : treeRows;
}

/**
 * The rows of all the files inside a tar, numbered through. A file that cannot be read is a rejected record: one of a
 * million documents must not cost the others, where the operator allows rejects.
 */
async function* tarRows(
  name: string,
  text: Text,
  layout: FileLayout,
  known: KnownFields,
  report: ImportReport,
): AsyncGenerator<Row | undefined> {
  let record = 0;
  for await (const { path, name: member, chunks } of tarMembers(name, text.chunks)) {
    try {
      const file = await readText(path, chunks, layout.encoding);
      for await (const row of readerOf(file, layout)(path, file, layout, known, report)) {
        record++;
        yield row === undefined ? undefined : { ...row, input: name, record, member };
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      report.reject({ input: `${name}!${member}`, record: ++record, field: 'document', reason: error.message });
      if (report.hasTooManyRejects) throw error;
    }
  }
}

async function* treeRows(
  name: string,
  text: Text,
  layout: FileLayout,
  known: KnownFields,
  report: ImportReport,
): AsyncGenerator<Row> {
  const leftover = (path: string): void => report.leftover(path);
  let record = 0;
  for await (const json of await treesOf(name, text, layout)) {
    record++;
    try {
      known.leftovers(json, leftover);
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      throw new InputError(`Cannot read ${quoteValue(name)}: record ${record}: ${error.field} ${error.message}`);
    }
    yield { input: name, record, json };
  }
}

/** The records of a file whose format has trees and not rows. */
export async function treesOf(name: string, text: Text, { recordsAt, csv, xml }: FileLayout): Promise<AsyncGenerator> {
  if (text.format === 'json') return jsonRecords(name, text, recordsAt);
  if (text.format === 'tar') {
    await text.chunks.return(undefined);
    throw new InputError(`Cannot read ${quoteValue(name)}: it is a tar inside a tar`);
  }
  if (xml !== undefined) return xmlRecords(name, text, xml);
  await text.chunks.return(undefined);
  const editions = csv === undefined ? 'JSON' : 'JSON or the CSV';
  throw new InputError(`Cannot read ${quoteValue(name)}: it is XML; take the ${editions} edition`);
}

async function* csvFileRows(
  name: string,
  text: Text,
  layout: FileLayout,
  known: KnownFields,
  report: ImportReport,
): AsyncGenerator<Row | undefined> {
  if (layout.csv === undefined) {
    await text.chunks.return(undefined);
    const mark = layout.fixedWidth?.header.mark;
    const why = mark === undefined ? 'it is CSV; take the JSON edition' : `its first line has no ${quoteValue(mark)}`;
    throw new InputError(`Cannot read ${quoteValue(name)}: ${why}`);
  }
  const columns = new Map<string, number>();
  let record = 0;
  for await (const cells of csvRows(name, text, layout.csv)) {
    if (cells instanceof BrokenRow) {
      rejectRow(report, { input: name, record: ++record }, 'the row', cells.reason);
      yield undefined;
      continue;
    }
    if (columns.size > 0) {
      yield { input: name, record: ++record, csv: new CsvRow(columns, cells) };
      continue;
    }
    for (const [position, cell] of cells.entries()) {
      // Some publishers put a space after the commas of the header alone.
      const column = cell.trim();
      if (columns.has(column)) throw headerError(name, `the column ${quoteValue(column)} stands there twice`);
      columns.set(column, position);
      if (!known.hasColumn(column)) report.leftover(column);
    }
    const missing = layout.required.find((column) => !columns.has(column));
    if (missing !== undefined) throw headerError(name, `the column ${quoteValue(missing)} is missing`);
  }
}

async function* fixedFileRows(
  name: string,
  text: Text,
  { fixedWidth }: FileLayout,
  _known: KnownFields,
  report: ImportReport,
): AsyncGenerator<Row | undefined> {
  if (fixedWidth === undefined) return;
  let record = 0;
  for await (const row of fixedRows(name, text, fixedWidth)) {
    record++;
    if (row.fault !== undefined) report.drop(row.fault, `${basename(name)}: record ${record}`);
    yield row.fault === undefined ? { input: name, record, fixedWidth: row } : undefined;
  }
}

function headerError(name: string, reason: string): InputError {
  return new InputError(`Cannot read ${quoteValue(name)}: header: ${reason}`);
}
