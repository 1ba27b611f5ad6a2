import type { CsvDialect } from './csv-quoted.ts';
import type { FixedWidthLayout } from './fixed-width.ts';
import type { JsonLayout } from './json.ts';
import type { Encoding } from './text.ts';
import type { XmlLayout } from './xml.ts';
import type { AnswerRow, CsvRow, FixedWidthRow, JsonRow, XlsxRow, XmlRow } from '../record/row.ts';

/** The layout of one kind of file. Other formats are refused. */
export interface FileLayout {
  readonly encoding?: Encoding;
  readonly json?: JsonLayout;
  readonly csv?: CsvDialect;
  readonly xml?: XmlLayout;
  readonly fixedWidth?: FixedWidthLayout;
  /** The answers of a crawl, all its files together. `taken` and `ignored` have fields of bodies below the kind of question. */
  readonly answers?: true;
  /** A sheet of an XLSX file. Its header is the first row with all required columns. */
  readonly xlsx?: true;
  /** Files that may have no record, by name: the changes of a day without changes. */
  readonly mayBeEmpty?: RegExp;
  /** Set for code lists: their date is not a date of companies. */
  readonly isCodeList?: true;
  readonly required: readonly string[];
  /** Fields that become part of a line, as {@linkcode KnownFields} writes them. */
  readonly taken: readonly string[];
  readonly ignored: readonly string[];
}

interface RowByFormat {
  readonly answers: AnswerRow;
  readonly json: JsonRow;
  readonly csv: CsvRow;
  readonly xml: XmlRow;
  readonly fixedWidth: FixedWidthRow;
  readonly xlsx: XlsxRow;
}

export type RowOf<Layout> = RowByFormat[keyof Layout & keyof RowByFormat];
