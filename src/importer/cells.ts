import type { Row } from './rows.ts';

/** The cell of a CSV row, trimmed; undefined where it is empty or the file has no such column. */
export function cellOf(row: Row, column: string): string | undefined {
  return row.csv?.cell(column)?.trim() || undefined;
}
