import { ownText } from './own-text.ts';

/** The cells of one row of a CSV file, by the trimmed name of their column. */
export class CsvCells {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];

  constructor(columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** The cell of a column; undefined if the file has no such column. */
  get(column: string): string | undefined {
    const position = this.#columns.get(column);
    const cell = position === undefined ? undefined : this.#cells[position];
    return cell === undefined ? undefined : ownText(cell);
  }
}
