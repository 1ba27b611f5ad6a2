import { COMPANY_TABLES, FORMER_IDS } from './tables.ts';
import type { FileKind, Format, Table } from './format.ts';
import { textLines } from './text-lines.ts';

/** The text of a cell (RFC 4180). An absent value is an empty cell; texts are never empty. */
function cellText(cell: unknown): string {
  if (cell === undefined) return '';
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvKind<Item>(table: Table<Item>): FileKind<Item> {
  const { name, title, columns } = table;
  function* formatRows(item: Item): Generator<string, void, undefined> {
    for (const row of table.toRows(item)) yield columns.map((column) => cellText(row[column.name])).join(',');
  }
  // All column names are quoted, because DuckDB guesses the dialect of many files from the first files.
  const header = columns.map((column) => `"${column.name}"`).join(',');
  return textLines({ name, title, table }, formatRows, header);
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
