import type { CsvDialect } from './csv.ts';
import type { FixedWidthLayout } from './fixed-width.ts';
import type { JsonLayout } from './json.ts';
import type { Encoding } from './text.ts';
import type { XmlLayout } from './xml.ts';
import type { AnswerRow, CsvRow, FixedWidthRow, JsonRow, XlsxRow, XmlRow } from '../record/row.ts';

/** How one kind of file looks. A file in a format that is not declared here is refused. */
export interface FileLayout {
  /** UTF-8 where absent. */
  readonly encoding?: Encoding;
  readonly json?: JsonLayout;
  readonly csv?: CsvDialect;
  readonly xml?: XmlLayout;
  readonly fixedWidth?: FixedWidthLayout;
  /** The answers of a crawl, all files of it together; `taken` and `ignored` hold fields of their bodies behind the kind of question. */
  readonly answers?: true;
  /** A sheet of an XLSX file, whose header is found by the required columns. */
  readonly xlsx?: true;
  /** The files that may hold no record, by their own name: the differences of a day on which nothing changed. */
  readonly mayBeEmpty?: RegExp;
  /** Set for code lists: the date of such a file says nothing of the companies, so it has none. */
  readonly isCodeList?: true;
  /** The columns without which a file is not this register's. */
  readonly required: readonly string[];
  /** Fields that become part of a line, as {@linkcode KnownFields} writes them. */
  readonly taken: readonly string[];
  /** Fields that are left out on purpose. */
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

/** The rows of files of this layout: those of the formats that it declares. */
export type RowOf<Layout> = RowByFormat[keyof Layout & keyof RowByFormat];
