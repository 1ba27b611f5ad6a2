/**
 * The kit that importers are made of: a register is declared, its files are streamed strictly in bounded memory, and
 * whatever was not understood ends in the report.
 * @module
 */
export { removeAbandoned } from './abandoned.ts';
export {
  defineRegister,
  type CurrentFiles,
  type Download,
  type Expectation,
  type FileLayout,
  type Register,
  type RegisterFileKinds,
  type RegisterFiles,
} from './register.ts';
export { isDate, type CsvRow, type ReadyInput, type Row, type Stamp } from './rows.ts';
export { FieldFault, runImport, type ImportOptions, type ImportRun } from './run.ts';
export { ImportReport, type ReportJson } from './report.ts';
export { cellOf } from './cells.ts';
export { lineOfEachRow } from './each-row.ts';
export { Joined, type JoinedGroup, type JoinedRecord } from './joined.ts';
export { KeyedTexts } from './keyed-texts.ts';
export { type XmlElement } from './xml.ts';
export { present } from './present.ts';
