import { ownText } from './own-text.ts';
import { required } from '../present.ts';
import type { FixedWidthCells } from './fixed-width.ts';
import type { XmlElement } from './xml-element.ts';

/** The cells of a row by the names of their columns. */
export class Cells {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly (string | undefined)[];
  readonly #missing: string | undefined;

  /** @param columns the positions of columns by their trimmed names; @param missing the text of cells without a value */
  constructor(columns: ReadonlyMap<string, number>, cells: readonly (string | undefined)[], missing?: string) {
    this.#columns = columns;
    this.#cells = cells;
    this.#missing = missing;
  }

  /** Returns the cell of a column; undefined if the column is absent or the cell has no value. */
  get(column: string): string | undefined {
    const position = this.#columns.get(column);
    const cell = position === undefined ? undefined : this.#cells[position];
    if (cell === undefined || (this.#missing !== undefined && cell.trim() === this.#missing)) return undefined;
    return ownText(cell);
  }
}

/** A row of a CSV or Parquet file, of a sheet or of a file of fixed width. */
export interface CellRow {
  readonly cells: Pick<Cells, 'get'>;
}

/** Returns the trimmed cell of a row; undefined if the cell is empty or absent. */
export function readCell(row: CellRow, column: string): string | undefined {
  return row.cells.get(column)?.trim() || undefined;
}

/** Returns the trimmed cell of a row. @throws {FieldFault} if the cell is empty or absent */
export function requiredCell(row: CellRow, column: string): string {
  return required(readCell(row, column), column);
}

/** Texts by the names of their columns or fields; empty texts are absent. */
export type Texts<Name extends string = string> = { readonly [Key in Name]?: string };

/** Returns the trimmed cells of a row, without empty cells. */
export function readCells<Name extends string>(row: CellRow, columns: readonly Name[]): Texts<Name> {
  const texts: { [Key in Name]?: string } = {};
  for (const column of columns) {
    const cell = readCell(row, column);
    if (cell !== undefined) texts[column] = cell;
  }
  return texts;
}

/** The place of a record in the inputs, for messages and the report. */
export interface RecordPlace {
  readonly input: string;
  /** Number of the record, from 1; the header of a CSV does not count. */
  readonly record: number;
  /** The path of the file inside a tar. Records are numbered over all files of the tar. */
  readonly member?: string;
}

export interface CsvRow extends RecordPlace {
  readonly format: 'csv';
  readonly cells: Cells;
}

export interface FixedWidthRow extends RecordPlace {
  readonly format: 'fixed-width';
  readonly cells: FixedWidthCells;
}

export interface JsonRow extends RecordPlace {
  readonly format: 'json';
  /** The parsed record. Its types are not checked yet: {@linkcode RecordReader} does that. */
  readonly value: unknown;
}

export interface XmlRow extends RecordPlace {
  readonly format: 'xml';
  readonly value: XmlElement;
}

export interface XlsxRow extends RecordPlace {
  readonly format: 'xlsx';
  readonly cells: Cells;
  /** The texts above the header of the sheet. They often state the date of the data. */
  readonly above: readonly string[];
}

/** A row of a Parquet file. Numbers, flags, days and times are texts, as in CSV. */
export interface ParquetRow extends RecordPlace {
  readonly format: 'parquet';
  readonly cells: Cells;
}

/** The newest response to a request of a crawl. */
export interface ResponseRow extends RecordPlace {
  readonly format: 'answers';
  /** The kind and the key of the request: `company` and `0000012345`. */
  readonly kind: string;
  readonly key: string;
  /** The time of the request, UTC, ISO 8601. */
  readonly requestedAt: string;
  /** The day of the request, for a line whose register states no date. */
  readonly requestedOn: string;
  readonly url: string;
  readonly status: number;
  readonly body?: string;
  /**
   * Parses the body as JSON. Fields that the layout neither takes nor ignores are reported; their paths begin with the kind of the
   * request: `company.name`.
   * @throws {FieldFault} if the body is missing or invalid
   */
  json(): unknown;
  /** Parses the body as XML and returns the root element. Reports fields as `json` does; paths lack the root: `company.Body.Name`. */
  xml(): XmlElement;
}

/** A published record with its place. */
export type Row = ResponseRow | CsvRow | FixedWidthRow | JsonRow | ParquetRow | XmlRow | XlsxRow;
