import { FieldFault, cellOf, type Row } from '../../importer/index.ts';

/** What the register writes where it withholds a value. */
const WITHHELD = '[ND]';

/** The cell of a row, trimmed; undefined where it is empty, withheld or the file has no such column. */
export function publishedCell(row: Row, column: string): string | undefined {
  const cell = cellOf(row, column);
  return cell === WITHHELD ? undefined : cell;
}

/** @throws {FieldFault} where the row has no number */
export function sirenOf(row: Row): string {
  const siren = cellOf(row, 'siren');
  if (siren === undefined) throw new FieldFault('siren', 'is missing');
  return siren;
}
