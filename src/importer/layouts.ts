import { InputError, quoteValue } from '../model/index.ts';
import { csvHeader } from './formats/csv-quoted.ts';
import { isFixedWidth } from './formats/fixed-width.ts';
import type { FileLayout } from './formats/layout.ts';
import type { DeclaredFiles } from './register.ts';
import { tarMembers } from './formats/tar.ts';
import { EncodingFault, readText, type Text, type TextFormat } from './formats/text.ts';
import { readTrees } from './rows.ts';
import type { InputFile } from './io/input.ts';
import { hasResponses } from './crawls/crawl-input.ts';
import type { Sheet } from './xlsx/workbook.ts';
import { findReason, hasField, otherFormat, type Start, type TriedStart } from './refusals.ts';
import type { ParquetTable } from './parquet/table.ts';
import { sheetStart } from './sheet-rows.ts';
import { tableStart } from './table-rows.ts';

type Kinds = Readonly<Record<string, FileLayout>>;

/** The layout of a file, and the kind of the file if the register has several kinds. */
interface FoundLayout {
  readonly kind: string | undefined;
  readonly layout: FileLayout;
}

/** The start of a file whose format or name already identifies its kind. */
const MARKED: Start = { what: 'field', names: [], has: () => true };

/** Finds the layouts of the files of a register, by content. Only the start of a file is read. */
export class Layouts {
  readonly #files: DeclaredFiles;
  /** The paths of XLSX files with a sheet of a known kind. */
  readonly #known = new Set<string>();
  /** The sheets whose columns match no kind, by the path of their file. */
  readonly #strange = new Map<string, TriedStart[]>();

  constructor(files: DeclaredFiles) {
    this.#files = files;
  }

  /**
   * Returns the layout of a file: the layout of the first kind whose required columns are all in the header, or whose required fields are
   * all in the first record. Undefined for a sheet that matches no kind: publishers add sheets of notes to their tables.
   * @throws {InputError} if the file matches no kind, with the reason, or cannot be read
   */
  async of(file: InputFile): Promise<FoundLayout | undefined> {
    if (!('kinds' in this.#files)) return { kind: undefined, layout: this.#files };
    const { kinds } = this.#files;
    if (file.table !== undefined) return tableLayout(file.name, file.table, kinds);
    if (file.sheet === undefined) return await findLayout(file, kinds);
    const path = file.name.slice(0, file.name.lastIndexOf('!'));
    const tried = this.#strange.get(path) ?? [];
    const found = await sheetLayout(file.name, file.sheet, kinds, tried);
    if (found === undefined) this.#strange.set(path, tried);
    else this.#known.add(path);
    return found;
  }

  /** Refuses XLSX files in which no sheet matches any kind. @throws {InputError} */
  refuseStrangeWorkbooks(): void {
    if (!('kinds' in this.#files)) return;
    for (const [path, tried] of this.#strange) {
      if (this.#known.has(path)) continue;
      throw new InputError(`Cannot read ${quoteValue(path)}: ${findReason(tried, this.#files.kinds)}`);
    }
  }
}

async function findLayout(file: InputFile, kinds: Kinds): Promise<FoundLayout> {
  const tried: TriedStart[] = [];
  let format: TextFormat | undefined;
  let fault: EncodingFault | undefined;
  for (const [kind, layout] of Object.entries(kinds)) {
    try {
      const found = await startOfFile(file, layout);
      format ??= found.format;
      if (found.start === undefined) continue;
      if (hasRequired(found.start, layout)) return { kind, layout };
      tried.push({ kind, layout, start: found.start });
    } catch (error) {
      // The kinds of a register may have different encodings.
      if (!(error instanceof EncodingFault)) throw error;
      fault ??= error;
    }
  }
  if (format === undefined && fault !== undefined) throw fault;
  const reason =
    tried.length === 0 && format !== undefined ? otherFormat(format, Object.values(kinds)) : findReason(tried, kinds);
  const orFault = fault === undefined ? '' : `; or ${fault.reason}`;
  throw new InputError(`Cannot read ${quoteValue(file.name)}: ${reason}${orFault}`);
}

function hasRequired(start: Start, { required }: FileLayout): boolean {
  return required.every((field) => start.has(field));
}

/** Reads the format and the start of a file with a layout. `start` is undefined if the layout does not declare the format. */
async function startOfFile(file: InputFile, layout: FileLayout) {
  const chunks = file.chunks(() => {});
  const { encoding } = layout;
  try {
    const text = await readText(file.name, chunks, { encoding });
    if (text.format !== 'tar') {
      const start = await readStart(file.name, text, layout);
      if (start !== 'empty') return { format: text.format, start };
      if (layout.mayBeEmpty?.test(file.ownName) === true) return { format: text.format, start: MARKED };
    } else {
      for await (const member of tarMembers(file.name, text.chunks)) {
        const inside = await readText(member.path, member.chunks, { encoding });
        const start = await readStart(member.path, inside, layout);
        if (start !== 'empty') return { format: inside.format, start };
      }
    }
  } finally {
    await chunks.return(undefined);
  }
  throw new InputError(`Cannot read ${quoteValue(file.name)}: it holds no record`);
}

/** Reads the header or the first record of a text; undefined if the layout does not declare the format. */
async function readStart(name: string, text: Text, layout: FileLayout): Promise<Start | undefined | 'empty'> {
  const { json, csv, xml, fixedWidth } = layout;
  if (hasResponses(text) && layout.answers === true) {
    await text.chunks.return(undefined);
    return MARKED;
  }
  if (isFixedWidth(text, fixedWidth)) return MARKED;
  if (text.format === 'csv') {
    if (csv === undefined) return undefined;
    // The header may be invalid in the dialect of another kind.
    const names = (await csvHeader(name, text, csv))?.map((column) => column.trim()) ?? [];
    return { what: 'column', names, has: (column) => names.includes(column) };
  }
  if ((text.format === 'xml' ? xml : json) === undefined) return undefined;
  for await (const record of await readTrees(name, text, layout)) {
    const names = typeof record === 'object' && record !== null ? Object.keys(record) : [];
    return { what: 'field', names, record, has: (path) => hasField(record, path) };
  }
  return 'empty';
}

/** Returns the first layout whose required columns are all in one of the first rows of a sheet. @param tried receives the other starts */
async function sheetLayout(name: string, sheet: Sheet, kinds: Kinds, tried: TriedStart[]) {
  const layouts = Object.entries(kinds).filter(([, { xlsx }]) => xlsx !== undefined);
  if (layouts.length === 0)
    throw new InputError(`Cannot read ${quoteValue(name)}: ${otherFormat('xlsx', Object.values(kinds))}`);
  for (const [kind, layout] of layouts) {
    const start = await sheetStart(sheet.rows(ignoreCount, ignoreCount), layout);
    if (hasRequired(start, layout)) return { kind, layout };
    tried.push({ kind, layout, start });
  }
  return undefined;
}

/** Returns the first layout whose required columns are all in a Parquet file. */
function tableLayout(name: string, table: ParquetTable, kinds: Kinds): FoundLayout {
  const layouts = Object.entries(kinds).filter(([, { parquet }]) => parquet !== undefined);
  const start = tableStart(table);
  for (const [kind, layout] of layouts) if (hasRequired(start, layout)) return { kind, layout };
  const reason =
    layouts.length === 0
      ? otherFormat('parquet', Object.values(kinds))
      : findReason(
          layouts.map(([kind, layout]) => ({ kind, layout, start })),
          kinds,
        );
  throw new InputError(`Cannot read ${quoteValue(name)}: ${reason}`);
}

function ignoreCount(): void {}
