import type { Row } from '../rows.ts';

/** The cell of a row of a CSV or of fixed width, trimmed; undefined where it is empty or there is no such column. */
export function cellOf(row: Row, column: string): string | undefined {
  return (row.csv ?? row.fixedWidth)?.cell(column)?.trim() || undefined;
}
