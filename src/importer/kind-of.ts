import { InputError, quoteValue } from '../model/index.ts';
import { BoundFault } from './formats/csv-lines.ts';
import { csvHeader } from './formats/csv.ts';
import { isFixedWidth } from './formats/fixed-width.ts';
import type { FileLayout } from './formats/layout.ts';
import { tarMembers } from './formats/tar.ts';
import { EncodingFault, readText, type Encoding, type Text, type TextFormat } from './formats/text.ts';
import { treesOf } from './formats/trees.ts';
import type { InputFile } from './io/input.ts';
import { isAnswers } from './crawls/answer-line.ts';
import type { Sheet } from './xlsx/workbook.ts';
import { hasField, otherFormat, reasonOf, type Start, type TriedStart } from './refusals.ts';
import { sheetStart } from './sheet-rows.ts';

/** What the start of a file is in a layout. */
interface Beginning {
  readonly format: TextFormat;
  /** Absent where the layout does not have the format. */
  readonly start: Start | undefined;
}

/** The start of a file without a record, where the kind has such files. */
const EMPTY: Start = { what: 'field', names: [], isMarked: true, has: () => true };

/** What the start of a file is in the layout of one kind. */
interface Tried extends Beginning {
  readonly kind: string;
  readonly layout: FileLayout;
}

/**
 * Tells which kind of a register's files a file is, by content: the first kind whose required columns are all in the
 * header of a CSV, or whose required fields are all in the first record of a JSON file, or with whose mark the first
 * line of a file of fixed width begins. Only the start is read.
 * @throws {InputError} where the file is of none of the kinds, saying what it has not and what it probably is, or cannot
 *   be read; {@linkcode EncodingFault} where it is of a kind, in another encoding
 */
export async function kindOf(file: InputFile, kinds: Readonly<Record<string, FileLayout>>): Promise<string> {
  const faults: [kind: string, fault: EncodingFault][] = [];
  const bounds: InputError[] = [];
  const all: Tried[] = [];
  // Kinds that differ in their fields alone begin alike: the start of a file is read once for all of them.
  const read = new Map<string, Promise<Beginning>>();
  for (const [kind, layout] of Object.entries(kinds)) {
    try {
      const form = formOf(kind, layout);
      const beginning = read.get(form) ?? beginningOf(file, layout);
      read.set(form, beginning);
      const tried = { kind, layout, ...(await beginning) };
      if (isKind(tried)) return kind;
      all.push(tried);
    } catch (error) {
      // The kinds of one register may differ in encoding, and in what ends a cell.
      if (error instanceof EncodingFault) faults.push([kind, error]);
      else if (error instanceof InputError && error.cause instanceof BoundFault) bounds.push(error);
      else throw error;
    }
  }
  for (const [kind, fault] of faults) if (all.length === 0 || (await isInOther(file, kind, kinds))) throw fault;
  // In one dialect a line has too many cells, in another it is one cell: nothing else is known of such a file.
  if (bounds[0] !== undefined && !all.some(({ start }) => (start?.names.length ?? 0) > 1)) throw bounds[0];
  const layouts = Object.values(kinds);
  const [format] = all.map((tried) => tried.format);
  const starts = all.flatMap(({ kind, layout, start }) => (start === undefined ? [] : [{ kind, layout, start }]));
  const why = starts.length === 0 && format !== undefined ? otherFormat(format, layouts) : reasonOf(starts, kinds);
  throw new InputError(`Cannot read ${quoteValue(file.name)}: ${why}`);
}

function isKind({ layout, start }: Tried): boolean {
  return start !== undefined && (start.isMarked || layout.required.every((field) => start.has(field)));
}

const OTHER_ENCODINGS: readonly Encoding[] = ['utf-8', 'windows-1252', 'windows-1251', 'utf-16'];

/** Whether a file would be of a kind if that kind were written in another encoding. */
async function isInOther(file: InputFile, kind: string, kinds: Readonly<Record<string, FileLayout>>): Promise<boolean> {
  const layout = kinds[kind];
  if (layout === undefined) return false;
  for (const encoding of OTHER_ENCODINGS) {
    try {
      const other = { ...layout, encoding };
      if (isKind({ kind, layout: other, ...(await beginningOf(file, other)) })) return true;
    } catch (error) {
      if (!(error instanceof EncodingFault)) throw error;
    }
  }
  return false;
}

/** What of a layout decides what the start of a file is, as a text. */
function formOf(kind: string, { encoding, json, csv, xml, fixedWidth, answers, mayBeEmpty }: FileLayout): string {
  const { delimiter, quotes } = csv ?? {};
  const empty = mayBeEmpty?.source;
  const fences = typeof quotes === 'object' ? String(quotes.recordStart) : quotes;
  return JSON.stringify([encoding, json, csv && [delimiter, fences], xml, answers, empty, fixedWidth && kind]);
}

async function beginningOf(file: InputFile, layout: FileLayout): Promise<Beginning> {
  const chunks = file.chunks(() => {});
  try {
    const text = await readText(file.name, chunks, { encoding: layout.encoding });
    if (text.format !== 'tar') {
      const start = await startOf(file.name, text, layout);
      if (start !== 'empty') return { format: text.format, start };
      if (layout.mayBeEmpty?.test(file.ownName) === true) return { format: text.format, start: EMPTY };
    } else {
      for await (const member of tarMembers(file.name, text.chunks)) {
        const inside = await readText(member.path, member.chunks, { encoding: layout.encoding });
        const start = await startOf(member.path, inside, layout);
        if (start !== 'empty') return { format: inside.format, start };
      }
    }
  } finally {
    await chunks.return(undefined);
  }
  throw new InputError(`Cannot read ${quoteValue(file.name)}: it holds no record`);
}

/** The header or the first record of a text; undefined where the layout does not have the format. */
async function startOf(name: string, text: Text, layout: FileLayout): Promise<Start | undefined | 'empty'> {
  const { json, csv, xml, fixedWidth } = layout;
  if (isAnswers(text) && layout.answers === true) {
    await text.chunks.return(undefined);
    return { what: 'field', names: ['question'], isMarked: true, has: () => true };
  }
  if (isFixedWidth(text, fixedWidth)) return { what: 'column', names: [], isMarked: true, has: () => true };
  if (text.format === 'csv') {
    if (csv === undefined) return undefined;
    // Kinds may differ in their delimiter: in that of another kind, rows of this one need not be readable.
    const names = (await csvHeader(name, text, csv))?.map((column) => column.trim()) ?? [];
    return { what: 'column', names, isMarked: false, has: (column) => names.includes(column) };
  }
  if (text.format === 'xml' && xml === undefined) return undefined;
  if (text.format === 'json' && json === undefined) return undefined;
  for await (const record of await treesOf(name, text, layout)) {
    const names = typeof record === 'object' && record !== null ? Object.keys(record) : [];
    return { what: 'field', names, record, isMarked: false, has: (path) => hasField(record, path) };
  }
  return 'empty';
}

/**
 * Tells which kind of a register's files a sheet of an XLSX file is: the first whose required columns are all in one of its first
 * rows; undefined where it is of none.
 * @param tried gets what the sheet has of each kind, for the reason where no sheet of a file is of any
 * @throws {InputError} where the register publishes no XLSX, or the file is damaged
 */
export async function kindOfSheet(
  name: string,
  sheet: Sheet,
  kinds: Readonly<Record<string, FileLayout>>,
  tried: TriedStart[],
): Promise<string | undefined> {
  const layouts = Object.entries(kinds).filter(([, { xlsx }]) => xlsx !== undefined);
  if (layouts.length === 0) {
    throw new InputError(`Cannot read ${quoteValue(name)}: ${otherFormat('xlsx', Object.values(kinds))}`);
  }
  for (const [kind, layout] of layouts) {
    const start = await sheetStart(
      sheet.rows(
        () => {},
        () => {},
      ),
      layout,
    );
    if (layout.required.every((column) => start.has(column))) return kind;
    tried.push({ kind, layout, start });
  }
  return undefined;
}
