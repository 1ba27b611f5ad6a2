import { FieldFault } from './field-fault.ts';
import type { CsvRow, FixedWidthRow, XlsxRow } from './row.ts';

type CellRow = CsvRow | FixedWidthRow | XlsxRow;

/** The cell of a row, trimmed; undefined where it is empty or there is no such column. */
export function cellOf(row: CellRow, column: string): string | undefined {
  return row.cells.get(column)?.trim() || undefined;
}

/**
 * The cell of a column that must not be empty.
 * @throws {FieldFault} where it is empty or there is no such column
 */
export function requiredCell(row: CellRow, column: string): string {
  const cell = cellOf(row, column);
  if (cell === undefined) throw new FieldFault(column, 'is missing');
  return cell;
}
