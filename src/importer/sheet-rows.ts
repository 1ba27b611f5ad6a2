import { foldName, InputError, quoteValue } from '../model/index.ts';
import type { KnownFields } from './record/lists.ts';
import type { ImportReport } from './report.ts';
import type { FileLayout } from './formats/layout.ts';
import { Cells, type XlsxRow } from './formats/row.ts';
import { formatMissing, type Start } from './refusals.ts';
import type { SheetRow } from './xlsx/sheet.ts';

/**
 * Returns the positions of the columns of a header, by name. Undeclared columns are reported.
 * @throws {InputError} if a column occurs twice
 */
export function findColumns(
  name: string,
  header: readonly (string | undefined)[],
  known: KnownFields,
  report: ImportReport,
): Map<string, number> {
  const columns = new Map<string, number>();
  for (const [position, column] of header.entries()) {
    if (column === undefined) continue;
    if (columns.has(column))
      throw new InputError(`Cannot read ${quoteValue(name)}: header: the column ${quoteValue(column)} occurs twice`);
    columns.set(column, position);
    if (!known.hasColumn(column)) report.leftover(column);
  }
  return columns;
}

/** Maximum number of rows above the header. Publishers write a title of at most five rows there. */
const ROWS_ABOVE_MAX = 50;

/** Returns the row that is most similar to the header of a kind. Only the start of the sheet is read. */
export async function sheetStart(rows: AsyncGenerator<SheetRow>, layout: FileLayout): Promise<Start> {
  let seen = 0;
  let best: ReadonlySet<string | undefined> = new Set();
  let bestCount = -1;
  for await (const row of rows) {
    const names = new Set(declaredNames(row, layout));
    const count = layout.required.filter((column) => names.has(column)).length;
    if (count > bestCount) [best, bestCount] = [names, count];
    if (count === layout.required.length || ++seen > ROWS_ABOVE_MAX) break;
  }
  return {
    what: 'column',
    names: [...best].filter((column) => column !== undefined),
    has: (column) => best.has(column),
  };
}

/**
 * Turns the rows below the header of a sheet into rows whose cells are found by column name. The header is the first row that has all
 * required columns. Names are folded: `ş` equals `ș`, and blanks and line breaks are ignored.
 * @throws {InputError} if no row is a header, or a column occurs twice
 */
export async function* sheetInputRows(
  name: string,
  rows: AsyncGenerator<SheetRow>,
  layout: FileLayout,
  known: KnownFields,
  report: ImportReport,
): AsyncGenerator<XlsxRow> {
  const above: string[] = [];
  let columns: ReadonlyMap<string, number> | undefined;
  let width = 0;
  let seen = 0;
  let record = 0;
  for await (const row of rows) {
    if (columns !== undefined) {
      for (const cell of row.slice(width)) if (cell !== undefined) report.leftover('a cell in no column');
      yield { format: 'xlsx', input: name, record: ++record, cells: new Cells(columns, row), above };
      continue;
    }
    const names = declaredNames(row, layout);
    if (layout.required.every((column) => names.includes(column))) {
      columns = findColumns(name, names, known, report);
      width = names.length;
    } else {
      above.push(...row.filter((cell) => cell !== undefined));
      if (++seen > ROWS_ABOVE_MAX) break;
    }
  }
  if (columns !== undefined) return;
  const missing = formatMissing('column', layout.required);
  throw new InputError(`Cannot read ${quoteValue(name)}: none of its first rows is a header: ${missing}`);
}

/** Returns the cells of a row as column names, in the declared spelling. */
function declaredNames(row: SheetRow, { required, taken, ignored }: FileLayout): SheetRow {
  const declared = new Map([...required, ...taken, ...ignored].map((column) => [foldName(column), column]));
  return Array.from(row, (cell) => (cell === undefined ? undefined : (declared.get(foldName(cell)) ?? cell)));
}
