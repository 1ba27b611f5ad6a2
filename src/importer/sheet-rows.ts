import { InputError, foldName, quoteValue } from '../model/index.ts';
import type { FileLayout } from './formats/layout.ts';
import type { KnownFields } from './record/fields.ts';
import type { RowCells, XlsxRow } from './record/row.ts';
import { missingOf, type Start } from './refusals.ts';
import type { ImportReport } from './report.ts';
import type { SheetRow } from './xlsx/sheet.ts';

/** How many rows may stand above the header. Publishers put a title there, of five rows at the most. */
const ROWS_ABOVE_MAX = 50;

/** The header of a sheet: its columns by their place. */
interface Header {
  readonly columns: ReadonlyMap<string, number>;
  /** How many columns there are, with those that have no name. */
  readonly width: number;
}

/** The row of a sheet that is most like the header of a kind. Only its start is read. */
export async function sheetStart(rows: AsyncGenerator<SheetRow>, layout: FileLayout): Promise<Start> {
  let seen = 0;
  let best: ReadonlySet<string> = new Set();
  let bestCount = -1;
  for await (const row of rows) {
    const names = new Set(columnsOf(row, layout).filter((column) => column !== undefined));
    const count = layout.required.filter((column) => names.has(column)).length;
    if (count > bestCount) [best, bestCount] = [names, count];
    if (count === layout.required.length || ++seen > ROWS_ABOVE_MAX) break;
  }
  return { what: 'column', names: [...best], isMarked: false, has: (column) => best.has(column) };
}

/**
 * Turns the rows of a sheet below its header into rows by the names of their columns. The header is the first row that has all
 * required columns. Names are compared as search compares them, so that `ş` and `ș`, blanks and line breaks make no difference.
 * @throws {InputError} where no row is a header, or a column occurs twice
 */
export async function* sheetInputRows(
  name: string,
  rows: AsyncGenerator<SheetRow>,
  layout: FileLayout,
  known: KnownFields,
  report: ImportReport,
): AsyncGenerator<XlsxRow> {
  const above: string[] = [];
  let header: Header | undefined;
  let seen = 0;
  let record = 0;
  for await (const row of rows) {
    if (header !== undefined) {
      yield { format: 'xlsx', input: name, record: ++record, cells: cellsOf(row, header, report), above };
      continue;
    }
    const columns = headerOf(row, layout);
    if (columns === undefined) {
      above.push(...row.filter((cell) => cell !== undefined));
      if (++seen > ROWS_ABOVE_MAX) break;
      continue;
    }
    header = { columns: placesOf(name, columns), width: columns.length };
    for (const column of columns) if (column !== undefined && !known.hasColumn(column)) report.leftover(column);
  }
  if (header === undefined) {
    throw new InputError(
      `Cannot read ${quoteValue(name)}: none of its first rows is a header: ${missingOf('column', layout.required)}`,
    );
  }
}

/** The columns of a row that is a header; undefined where it is none. */
function headerOf(row: SheetRow, layout: FileLayout): SheetRow | undefined {
  const columns = columnsOf(row, layout);
  const names = new Set(columns);
  return layout.required.every((column) => names.has(column)) ? columns : undefined;
}

/** The cells of a row as columns, as they are declared where they are. */
function columnsOf(row: SheetRow, { required, taken, ignored }: FileLayout): SheetRow {
  const declared = new Map([...required, ...taken, ...ignored].map((column) => [foldName(column), column]));
  return Array.from(row, (cell) => (cell === undefined ? undefined : (declared.get(foldName(cell)) ?? cell)));
}

function placesOf(name: string, columns: SheetRow): Map<string, number> {
  const places = new Map<string, number>();
  for (const [place, column] of columns.entries()) {
    if (column === undefined) continue;
    if (places.has(column)) {
      throw new InputError(`Cannot read ${quoteValue(name)}: header: the column ${quoteValue(column)} occurs twice`);
    }
    places.set(column, place);
  }
  return places;
}

/** The cells of a row by their columns; one that stands in no column is reported. */
function cellsOf(row: SheetRow, { columns, width }: Header, report: ImportReport): RowCells {
  for (let place = width; place < row.length; place++) {
    if (row[place] !== undefined) report.leftover('a cell in no column');
  }
  return {
    get: (column) => {
      const place = columns.get(column);
      return place === undefined ? undefined : row[place];
    },
  };
}
