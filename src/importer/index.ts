/**
 * The kit that importers are made of: a register is declared, its files are streamed strictly in bounded memory, and
 * whatever was not understood ends in the report.
 * @module
 */
export { ofOthersAtWork, removeAbandoned } from './abandoned.ts';
export { OWN_PROCESS, isRunning } from './owner.ts';
export { writeWhole } from './output.ts';
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
export { FieldFault } from './field-fault.ts';
export { runImport, type ImportOptions, type ImportRun } from './run.ts';
export { ImportReport, type ReportJson } from './report.ts';
export { cellOf } from './cells.ts';
export { type FixedWidthLayout } from './fixed-width.ts';
export { lineOfEachRow } from './each-row.ts';
export { FetchedFile, fetchedPath, readFetched } from './fetched.ts';
export { Joined, type JoinedGroup, type JoinedRecord } from './joined.ts';
export { KeyedTexts } from './keyed-texts.ts';
export { type XmlElement } from './xml.ts';
export { Part } from './part.ts';
export { present } from './present.ts';
