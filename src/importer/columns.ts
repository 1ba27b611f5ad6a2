import { InputError, quoteValue } from '../model/index.ts';
import type { KnownFields } from './record/fields.ts';
import type { ImportReport } from './report.ts';

/**
 * The positions of the columns of a header, by name. Undeclared columns go to the report.
 * @throws {InputError} where a column occurs twice
 */
export function columnsOf(
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
