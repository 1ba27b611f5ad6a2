import type { CsvCells } from '../formats/csv-cells.ts';
import type { FixedWidthCells } from '../formats/fixed-width.ts';
import type { XmlElement } from '../formats/xml.ts';

/** Where a record stands in the inputs, for messages and the report. */
export interface RecordPlace {
  readonly input: string;
  /** Counted from 1; the header of a CSV is not a record. */
  readonly record: number;
  /** The file inside a tar. Records are counted over all files of the tar. */
  readonly member?: string;
}

export interface CsvRow extends RecordPlace {
  readonly format: 'csv';
  readonly cells: CsvCells;
}

export interface FixedWidthRow extends RecordPlace {
  readonly format: 'fixed-width';
  readonly cells: FixedWidthCells;
}

export interface JsonRow extends RecordPlace {
  readonly format: 'json';
  /** The record as parsed. Nothing about its type is checked yet: {@linkcode RecordReader} does that. */
  readonly value: unknown;
}

export interface XmlRow extends RecordPlace {
  readonly format: 'xml';
  readonly value: XmlElement;
}

/** The cells of a row by the names of their columns. */
export interface RowCells {
  /** The cell of a column, undefined where it is empty or there is no such column. */
  get(column: string): string | undefined;
}

export interface XlsxRow extends RecordPlace {
  readonly format: 'xlsx';
  readonly cells: RowCells;
  /** The texts above the header of the sheet, which often tell the date of the data. */
  readonly above: readonly string[];
}

/** One answer of a crawl: the newest to its question. */
export interface AnswerRow extends RecordPlace {
  readonly format: 'answers';
  /** The kind of the question and its key: `company` and `0000012345`. */
  readonly kind: string;
  readonly key: string;
  /** When it was asked, UTC, ISO 8601. */
  readonly askedAt: string;
  /** The day of that, for a line whose register states no date. */
  readonly askedOn: string;
  readonly url: string;
  readonly status: number;
  /** The answer as it was kept; absent where there is none. */
  readonly body?: string;
  /**
   * The body as JSON. Fields that the layout neither takes nor ignores go to the report; their paths begin with the kind:
   * `company.name`.
   * @throws {FieldFault} where there is no body, or it is no JSON
   */
  json(): unknown;
  /** The root element of a body in XML, under the same rules; the root's own name is left out of paths: `company.Body.Name`. */
  xml(): XmlElement;
}

/** One record as published, with its place. */
export type Row = AnswerRow | CsvRow | FixedWidthRow | JsonRow | XmlRow | XlsxRow;
