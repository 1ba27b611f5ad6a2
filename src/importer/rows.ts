import { basename } from 'node:path';
import { InputError, quoteValue } from '../model/index.ts';
import { CsvCells } from './formats/csv-cells.ts';
import { BrokenRow } from './formats/csv-lines.ts';
import { csvRows, skipRows } from './formats/csv.ts';
import { fixedWidthRecords, isFixedWidth } from './formats/fixed-width.ts';
import { isList } from './formats/json.ts';
import type { FileLayout } from './formats/layout.ts';
import { tarMembers } from './formats/tar.ts';
import { readText, type Text, type TextObserver } from './formats/text.ts';
import { refusal, treesOf } from './formats/trees.ts';
import type { XmlElement } from './formats/xml.ts';
import type { Input } from './input.ts';
import type { InputFile } from './io/input.ts';
import { FieldFault } from './record/field-fault.ts';
import { KnownFields } from './record/fields.ts';
import { present } from './record/present.ts';
import type { Row } from './record/row.ts';
import { missingOf, otherDelimiter, otherFormat, otherRecord } from './refusals.ts';
import { rejectRow } from './reject.ts';
import type { ImportReport, InputReport } from './report.ts';
import { sheetInputRows } from './sheet-rows.ts';

/** Makes a file an input of a register. Its content tells its format; fields that are not declared go to the report. */
export function inputOf(
  file: InputFile,
  layout: FileLayout,
  known: Pick<Input, 'packedIn' | 'stamp' | 'kind'>,
  report: ImportReport,
  onBytes: (bytes: number) => void,
  onRecord: () => void,
): Input {
  const reportOf = (format: string, isWhole: boolean, why?: string): InputReport => {
    const input: InputReport = {
      name: file.name,
      format,
      ...present<Pick<InputReport, 'published' | 'passed_over'>>({ published: known.stamp?.date, passed_over: why }),
      proven_whole: isWhole,
      records: 0,
    };
    report.inputs.push(input);
    return input;
  };
  const opened = async (why?: string): Promise<{ text: Text; input: InputReport }> => {
    // Told while the text is read, so when the report of the input is there.
    const observer: TextObserver = {
      onControls: (count) => countControls(input, count),
      onUnendedRow: () => {
        input.last_row_without_line_break = true;
      },
    };
    const text = await readText(file.name, file.chunks(onBytes), readingOf(layout, file.sealed, observer));
    const format = isFixedWidth(text, layout.fixedWidth) ? 'fixed-width' : text.format;
    const input = reportOf(format, file.sealed || endsItself(text, layout), why);
    return { text, input };
  };
  const reading = async (): Promise<{ input: InputReport; rows: AsyncGenerator<Row | undefined> }> => {
    const fields = new KnownFields(layout.taken, layout.ignored);
    if (file.sheet !== undefined) {
      if (layout.xlsx === undefined) {
        throw new InputError(`Cannot read ${quoteValue(file.name)}: ${otherFormat('xlsx', [layout])}`);
      }
      const input = reportOf('xlsx', true);
      const rows = file.sheet.rows(onBytes, (count) => countControls(input, count));
      return { input, rows: sheetInputRows(file.name, rows, layout, fields, report) };
    }
    const { text, input } = await opened();
    const read = text.format === 'tar' ? tarRows : readerOf(text, layout);
    return { input, rows: read(file.name, text, layout, fields, report) };
  };
  const rows = async function* (): AsyncGenerator<Row> {
    const { input, rows: all } = await reading();
    for await (const row of all) {
      input.records++;
      report.read++;
      onRecord();
      if (row !== undefined) yield row;
    }
    if (input.records === 0 && layout.mayBeEmpty?.test(file.ownName) !== true) {
      throw new InputError(`Cannot read ${quoteValue(file.name)}: it holds no record`);
    }
  };
  const passOver = async (why: string): Promise<void> => {
    const { text } = await opened(why);
    if (layout.csv === undefined) throw await refusal(file.name, text, layout);
    await skipRows(file.name, text, layout.csv, onRecord);
  };
  return { name: file.name, ownName: file.ownName, ...known, rows, passOver };
}

function countControls(input: InputReport, count: number): void {
  input.control_characters_removed = (input.control_characters_removed ?? 0) + count;
}

function readingOf({ encoding, fixedWidth }: FileLayout, isWhole: boolean, observer: TextObserver) {
  return { encoding, isWhole, hasFixedWidth: fixedWidth !== undefined, observer };
}

/**
 * Whether the format has an end of its own: the last bracket of an array, the end tag of a root, the zeros of a tar, the
 * line that counts the records.
 */
function endsItself(text: Text, { json, fixedWidth }: FileLayout): boolean {
  if (text.format === 'json') return json !== undefined && isList(text, json);
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
      // A tar says how long each of its files is, and a cut one was refused.
      const file = await readText(path, chunks, readingOf(layout, true, text.observer));
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
  for await (const value of await treesOf(name, text, layout)) {
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

async function* csvFileRows(
  name: string,
  text: Text,
  layout: FileLayout,
  known: KnownFields,
  report: ImportReport,
): AsyncGenerator<Row | undefined> {
  if (layout.csv === undefined) throw await refusal(name, text, layout);
  const columns = new Map<string, number>();
  let record = 0;
  for await (const cells of csvRows(name, text, layout.csv)) {
    if (cells instanceof BrokenRow) {
      rejectRow(report, { input: name, record: ++record }, 'the row', cells.reason);
      yield undefined;
      continue;
    }
    if (columns.size > 0) {
      yield { format: 'csv', input: name, record: ++record, cells: new CsvCells(columns, cells) };
      continue;
    }
    for (const [position, cell] of cells.entries()) {
      // Some publishers put a space after the commas of the header alone.
      const column = cell.trim();
      if (columns.has(column)) throw headerError(name, `the column ${quoteValue(column)} occurs twice`);
      columns.set(column, position);
      if (!known.hasColumn(column)) report.leftover(column);
    }
    const missing = layout.required.filter((column) => !columns.has(column));
    if (missing.length > 0) {
      throw headerError(name, otherDelimiter([...columns.keys()], layout) ?? missingOf('column', missing));
    }
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
  for await (const cells of fixedWidthRecords(name, text, fixedWidth)) {
    record++;
    if (cells.fault !== undefined) report.drop(cells.fault, `${basename(name)}: record ${record}`);
    yield cells.fault === undefined ? { format: 'fixed-width', input: name, record, cells } : undefined;
  }
}

function headerError(name: string, reason: string): InputError {
  return new InputError(`Cannot read ${quoteValue(name)}: header: ${reason}`);
}
