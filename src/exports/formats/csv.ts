import { GzipLines } from '../gzip-lines.ts';
import { COMPANY_TABLES, FORMER_IDS, type Cell, type Table } from '../tables.ts';
import type { FileKind, Format } from './format.ts';

/** The text of a cell, RFC 4180. An absent value is an empty cell, and no text is empty. */
function cellText(cell: Cell): string {
  if (cell === undefined) return '';
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const rowText = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\n`;

function csvKind<Item>(table: Table<Item>): FileKind<Item> {
  return {
    name: table.name,
    title: table.title,
    table,
    open(path) {
      const lines = new GzipLines(path, rowText(table.columns.map(({ name }) => name)));
      let rows = 0;
      return {
        add(item) {
          for (const cells of table.rowsOf(item)) {
            lines.add(rowText(cells));
            rows++;
          }
        },
        settle: () => lines.settle(),
        async close() {
          await lines.close();
          return rows;
        },
        discard: () => lines.discard(),
      };
    },
  };
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
