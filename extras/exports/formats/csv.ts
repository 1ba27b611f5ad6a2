import { COMPANY_TABLES, FORMER_IDS, type Cell, type Table } from '../tables.ts';
import { textLines, type FileKind, type Format } from './format.ts';

/** The text of a cell, RFC 4180. An absent value is an empty cell, and no text is empty. */
function cellText(cell: Cell): string {
  if (cell === undefined) return '';
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const rowText = (cells: readonly Cell[]): string => cells.map(cellText).join(',');

/** The names in quotes: programs that guess the dialect of many files from the first ones, as DuckDB does, find them there at least. */
const headerText = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(',');

function csvKind<Item>(table: Table<Item>): FileKind<Item> {
  const { name, title, columns } = table;
  function* textsOf(item: Item): Generator<string, void, undefined> {
    for (const cells of table.rowsOf(item)) yield rowText(cells);
  }
  return textLines({ name, title, table }, textsOf, headerText(columns.map((column) => column.name)));
}

/** Tables as text, for everything that reads tables. */
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
