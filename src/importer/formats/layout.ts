import type { CsvDialect } from './csv-quoted.ts';
import type { FixedWidthLayout } from './fixed-width.ts';
import type { JsonLayout } from './json.ts';
import type { Encoding } from './text.ts';
import type { XmlLayout } from './xml-builder.ts';
import type { CsvRow, FixedWidthRow, JsonRow, ParquetRow, ResponseRow, XlsxRow, XmlRow } from './row.ts';

/** The layout of one kind of file. Files in a format that it does not declare are refused. */
export interface FileLayout {
  readonly encoding?: Encoding;
  readonly json?: JsonLayout;
  readonly csv?: CsvDialect;
  readonly xml?: XmlLayout;
  readonly fixedWidth?: FixedWidthLayout;
  /** Set for the responses of a crawl. In `taken` and `ignored`, paths of fields in bodies begin with the kind of request. */
  readonly answers?: true;
  /** Set for a sheet of an XLSX file. The header is the first row with all required columns. */
  readonly xlsx?: true;
  /** Set if the file is also published as Parquet. Only the columns in `required` and `taken` are read. */
  readonly parquet?: ParquetLayout;
  /** Matches the names of files that may have no record, such as the daily changes of a day without changes. */
  readonly mayBeEmpty?: RegExp;
  /** Set for code lists: the date of a code list says nothing about companies. */
  readonly isCodeList?: true;
  readonly required: readonly string[];
  /** Fields that become part of a line, in the notation of {@linkcode KnownFields}. */
  readonly taken: readonly string[];
  readonly ignored: readonly string[];
}

interface ParquetLayout {
  /** The text that means that a cell has no value; a null has no value either. */
  readonly missing?: string;
}

interface RowByFormat {
  readonly answers: ResponseRow;
  readonly json: JsonRow;
  readonly csv: CsvRow;
  readonly xml: XmlRow;
  readonly fixedWidth: FixedWidthRow;
  readonly xlsx: XlsxRow;
  readonly parquet: ParquetRow;
}

export type RowOf<Layout> = RowByFormat[keyof Layout & keyof RowByFormat];
