import { basename } from 'node:path';
import { InputError, quoteValue } from '../model/index.ts';
import { findColumns, sheetInputRows } from './sheet-rows.ts';
import { tableRows } from './table-rows.ts';
import type { ImportContext } from './crawls/crawl-input.ts';
import { BrokenRow } from './formats/csv-lines.ts';
import { csvRows } from './formats/csv-quoted.ts';
import { fixedWidthRecords, isFixedWidth } from './formats/fixed-width.ts';
import { isJsonLines, isList, jsonRecords, textLines } from './formats/json.ts';
import type { FileLayout } from './formats/layout.ts';
import { tarMembers } from './formats/tar.ts';
import { readText, type Text, type TextObserver } from './formats/text.ts';
import { xmlRecords } from './formats/xml.ts';
import type { XmlElement } from './formats/xml-element.ts';
import type { Input } from './input.ts';
import type { InputFile } from './io/input.ts';
import { Cells, type Row } from './formats/row.ts';
import { FieldFault } from './present.ts';
import { KnownFields } from './record/lists.ts';
import { formatMissing, otherDelimiter, otherFormat, otherRecord } from './refusals.ts';
import { countControls, type ImportReport, type InputReport } from './report.ts';

/** An opened text with everything that is necessary to read its rows. */
interface RowSource {
  readonly name: string;
  readonly text: Text;
  readonly layout: FileLayout;
  readonly known: KnownFields;
  readonly report: ImportReport;
}

/** Reads the records of one format. Yields undefined for an unreadable record, which is in the report. */
type RowReader = (source: RowSource) => AsyncGenerator<Row | undefined>;

/** The facts about an input that are known before it is read. */
export type KnownOfInput = Pick<Input, 'packedIn' | 'stamp' | 'kind' | 'isCodeList'>;

/** Makes an input of a register from a file. The content decides the format; undeclared fields are reported. */
export function createInput(
  file: InputFile,
  layout: FileLayout,
  known: KnownOfInput,
  { report, onBytes, onRecord }: Omit<ImportContext, 'workspace'>,
): Input {
  const { name, ownName } = file;
  const openReport = (format: string, isWhole: boolean, why?: string): InputReport =>
    report.open({ name, format, published: known.stamp?.date, passed_over: why, proven_whole: isWhole });
  const opened = async (why?: string): Promise<{ text: Text; input: InputReport }> => {
    // Called while chunks are read, when `input` is set.
    const observer: TextObserver = {
      onControls: (count) => countControls(input, count),
      onUnendedRow: () => {
        input.last_row_without_line_break = true;
      },
    };
    const text = await readText(name, file.chunks(onBytes), toTextOptions(layout, file.sealed, observer));
    const format = isFixedWidth(text, layout.fixedWidth) ? 'fixed-width' : text.format;
    const input = openReport(format, file.sealed || endsItself(text, layout), why);
    return { text, input };
  };
  const reading = async (): Promise<{ input: InputReport; rows: AsyncGenerator<Row | undefined> }> => {
    const fields = new KnownFields(layout.taken, layout.ignored);
    if (file.sheet !== undefined) {
      if (layout.xlsx === undefined)
        throw new InputError(`Cannot read ${quoteValue(name)}: ${otherFormat('xlsx', [layout])}`);
      const input = openReport('xlsx', true);
      const rows = file.sheet.rows(onBytes, (count) => countControls(input, count));
      return { input, rows: sheetInputRows(name, rows, layout, fields, report) };
    }
    if (file.table !== undefined) {
      if (layout.parquet === undefined)
        throw new InputError(`Cannot read ${quoteValue(name)}: ${otherFormat('parquet', [layout])}`);
      const input = openReport('parquet', true);
      const onControls = (count: number): void => countControls(input, count);
      return {
        input,
        rows: tableRows({ name, table: file.table, layout, known: fields, report, onBytes, onControls }),
      };
    }
    const { text, input } = await opened();
    const read = text.format === 'tar' ? tarRows : chooseReader(text, layout);
    return { input, rows: read({ name, text, layout, known: fields, report }) };
  };
  const rows = async function* (): AsyncGenerator<Row> {
    const { input, rows: all } = await reading();
    for await (const row of all) {
      input.records++;
      report.read++;
      onRecord();
      if (row !== undefined) yield row;
    }
    if (input.records === 0 && layout.mayBeEmpty?.test(ownName) !== true)
      throw new InputError(`Cannot read ${quoteValue(name)}: it holds no record`);
  };
  const passOver = async (why: string): Promise<void> => {
    const { text } = await opened(why);
    let last: number | undefined;
    for await (const chunk of text.chunks) {
      last = chunk.at(-1);
      onRecord();
    }
    // Not a line feed.
    if (last !== 0x0a) text.observer.onUnendedRow();
  };
  return { name, ownName, ...known, rows, passOver };
}

function toTextOptions({ encoding, fixedWidth }: FileLayout, isWhole: boolean, observer: TextObserver) {
  return { encoding, isWhole, hasFixedWidth: fixedWidth !== undefined, observer };
}

/**
 * Whether the format marks the end of a file: by the last bracket of an array, the end tag of the root, the zeros of a tar, or the line
 * with the number of records.
 */
function endsItself(text: Text, { json, fixedWidth }: FileLayout): boolean {
  if (text.format === 'json') return json !== undefined && isList(text, json);
  return text.format === 'xml' || text.format === 'tar' || isFixedWidth(text, fixedWidth);
}

/** Returns the reader for a text that is not a tar. */
function chooseReader(text: Text, { fixedWidth }: FileLayout): RowReader {
  if (isFixedWidth(text, fixedWidth)) return fixedFileRows;
  return text.format === 'csv' ? csvFileRows : treeRows;
}

/**
 * Yields the rows of all files inside a tar, numbered consecutively. An unreadable file counts as a rejected record: if the operator
 * allows rejects, one of a million documents does not stop the import.
 */
async function* tarRows(tar: RowSource): AsyncGenerator<Row | undefined> {
  const { name, text, layout, report } = tar;
  let record = 0;
  for await (const { path, name: member, chunks } of tarMembers(name, text.chunks)) {
    try {
      // The length of a member is in its header, so a cut would be noticed.
      const inside = await readText(path, chunks, toTextOptions(layout, true, text.observer));
      for await (const row of chooseReader(inside, layout)({ ...tar, name: path, text: inside })) {
        record++;
        yield row === undefined ? undefined : { ...row, input: name, record, member };
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      report.rejectRow({ input: name, record: ++record, member }, 'document', error.message, error);
    }
  }
}

async function* treeRows({ name, text, layout, known, report }: RowSource): AsyncGenerator<Row> {
  const leftover = (path: string): void => report.leftover(path);
  let record = 0;
  for await (const value of await readTrees(name, text, layout)) {
    record++;
    const other = record === 1 ? otherRecord(value, layout) : undefined;
    if (other !== undefined) throw new InputError(`Cannot read ${quoteValue(name)}: ${other}`);
    try {
      known.leftovers(value, leftover);
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      throw new InputError(`Cannot read ${quoteValue(name)}: record ${record}: ${error.field} ${error.message}`);
    }
    yield text.format === 'xml'
      ? { format: 'xml', input: name, record, value: value as XmlElement }
      : { format: 'json', input: name, record, value };
  }
}

async function* csvFileRows({ name, text, layout, known, report }: RowSource): AsyncGenerator<Row | undefined> {
  if (layout.csv === undefined) throw await refusal(name, text, layout);
  let columns: ReadonlyMap<string, number> | undefined;
  let record = 0;
  for await (const cells of csvRows(name, text, layout.csv)) {
    if (cells instanceof BrokenRow) {
      report.rejectRow({ input: name, record: ++record }, 'the row', cells.reason);
      yield undefined;
    } else if (columns !== undefined) {
      yield { format: 'csv', input: name, record: ++record, cells: new Cells(columns, cells, layout.csv.missing) };
    } else {
      // Some publishers write a space after each comma of the header.
      const names = cells.map((cell) => cell.trim());
      columns = findColumns(name, names, known, report);
      const missing = layout.required.filter((column) => !names.includes(column));
      if (missing.length === 0) continue;
      const reason = otherDelimiter(names, layout) ?? formatMissing('column', missing);
      throw new InputError(`Cannot read ${quoteValue(name)}: header: ${reason}`);
    }
  }
}

async function* fixedFileRows({ name, text, layout, report }: RowSource): AsyncGenerator<Row | undefined> {
  if (layout.fixedWidth === undefined) return;
  let record = 0;
  for await (const cells of fixedWidthRecords(name, text, layout.fixedWidth)) {
    record++;
    if (cells.fault !== undefined) report.drop(cells.fault, `${basename(name)}: record ${record}`);
    yield cells.fault === undefined ? { format: 'fixed-width', input: name, record, cells } : undefined;
  }
}

/**
 * Streams the records of a JSON or XML file.
 * @throws {InputError} if the layout does not declare the format, or the file is neither JSON nor XML
 */
export async function readTrees(name: string, text: Text, layout: FileLayout): Promise<AsyncGenerator> {
  const { json } = layout;
  if (text.format === 'json' && json !== undefined) {
    const isLines = json.lines === true && isJsonLines(text, json.recordsAt);
    return isLines ? textLines(name, text) : jsonRecords(name, text, json);
  }
  if (text.format === 'xml' && layout.xml !== undefined) return xmlRecords(name, text, layout.xml);
  throw await refusal(name, text, layout);
}

/** Closes a file whose format the layout does not declare. Returns an error that states the right format. */
async function refusal(name: string, text: Text, layout: FileLayout): Promise<InputError> {
  await text.chunks.return(undefined);
  return new InputError(`Cannot read ${quoteValue(name)}: ${otherFormat(text.format, [layout])}`);
}
