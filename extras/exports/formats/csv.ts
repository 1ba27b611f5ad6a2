import { COMPANY_TABLES, FORMER_IDS, type Cell, type Table } from '../tables.ts';
import type { FileKind, Format } from './format.ts';
import { textLines } from './text-lines.ts';

/** The text of a cell (RFC 4180). An absent value is an empty cell; texts are never empty. */
function cellText(cell: Cell): string {
  if (cell === undefined) return '';
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const rowText = (cells: readonly Cell[]): string => cells.map(cellText).join(',');

/** Quotes all names: DuckDB guesses the dialect of many files from the first ones. */
const headerText = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(',');

function csvKind<Item>(table: Table<Item>): FileKind<Item> {
  const { name, title, columns } = table;
  function* textsOf(item: Item): Generator<string, void, undefined> {
    for (const cells of table.rowsOf(item)) yield rowText(cells);
  }
  return textLines({ name, title, table }, textsOf, headerText(columns.map((column) => column.name)));
}

export const CSV: Format = {
  name: 'csv',
  title: 'CSV',
  extension: 'csv.gz',
  mediaType: 'text/csv',
  fileType: 'CSV',
  compression: 'gz',
  perCountry: COMPANY_TABLES.map((table) => csvKind(table)),
  forAll: [csvKind(FORMER_IDS)],
};
