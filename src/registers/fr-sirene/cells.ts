import { cellOf, type CsvRow } from '../../importer/index.ts';

/** The text in place of a withheld value. */
const WITHHELD = '[ND]';

/** The cell of a row, trimmed; undefined where it is empty, withheld or the file has no such column. */
export function publishedCell(row: CsvRow, column: string): string | undefined {
  const cell = cellOf(row, column);
  return cell === WITHHELD ? undefined : cell;
}
