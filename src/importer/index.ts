/**
 * The kit that importers are made of: a register is declared, its files are streamed strictly in bounded memory, and
 * whatever was not understood ends in the report.
 * @module
 */
export type {
  CurrentFiles,
  Download,
  Expectation,
  FileLayout,
  Register,
  RegisterFileKinds,
  RegisterFiles,
} from './register.ts';
export { isDate, type CsvRow, type ReadyInput, type Row, type Stamp } from './rows.ts';
export { FieldFault } from './record/field-fault.ts';
export { runImport, type ImportOptions, type ImportRun } from './run.ts';
export { ImportReport, type ReportJson } from './report.ts';
export { cellOf } from './record/cells.ts';
export { type FixedWidthLayout } from './formats/fixed-width.ts';
export { lineOfEachRow } from './record/each-row.ts';
export { FetchedFile, fetchedPath, readFetched } from './io/fetched.ts';
export { Joined, type JoinedGroup, type JoinedRecord } from './record/joined.ts';
export { KeyedTexts } from './record/keyed-texts.ts';
export { type XmlElement } from './formats/xml.ts';
export { Part } from './record/part.ts';
export { present } from './record/present.ts';
