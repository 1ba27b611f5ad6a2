import { ownText } from '../formats/own-text.ts';
import { required } from './field-fault.ts';

/** The cells of a row by the names of their columns. */
export class Cells {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly (string | undefined)[];

  /** @param columns the positions of columns by their trimmed names */
  constructor(columns: ReadonlyMap<string, number>, cells: readonly (string | undefined)[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** The cell of a column; undefined if it is absent. */
  get(column: string): string | undefined {
    const position = this.#columns.get(column);
    const cell = position === undefined ? undefined : this.#cells[position];
    return cell === undefined ? undefined : ownText(cell);
  }
}

/** A row of CSV, of a sheet or of fixed width. */
interface CellRow {
  readonly cells: Pick<Cells, 'get'>;
}

/** The trimmed cell of a row; undefined if it is empty or absent. */
export function cellOf(row: CellRow, column: string): string | undefined {
  return row.cells.get(column)?.trim() || undefined;
}

/** The trimmed cell of a row. @throws {FieldFault} where it is empty or absent */
export function requiredCell(row: CellRow, column: string): string {
  return required(cellOf(row, column), column);
}

/** Texts by the names of their columns or fields; empty ones are absent. */
export type Texts<Name extends string = string> = { readonly [Key in Name]?: string };

/** The trimmed cells of a row that are not empty. */
export function cellsOf<Name extends string>(row: CellRow, columns: readonly Name[]): Texts<Name> {
  const texts: { [Key in Name]?: string } = {};
  for (const column of columns) {
    const cell = cellOf(row, column);
    if (cell !== undefined) texts[column] = cell;
  }
  return texts;
}
