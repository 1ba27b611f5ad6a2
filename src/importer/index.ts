/** The base of all importers: register declarations, strict readers with bounded memory, joins, the report. @module */
export type * from './current-files.ts';
export type * from './crawls/crawl.ts';
export type * from './register.ts';
export type { FileLayout } from './formats/layout.ts';
export type { CellRow, CsvRow, FixedWidthRow, JsonRow, ParquetRow, ResponseRow } from './formats/row.ts';
export type { RecordPlace, Row, XlsxRow, XmlRow } from './formats/row.ts';
export type { FixedWidthLayout } from './formats/fixed-width.ts';
export type { XmlElement } from './formats/xml-element.ts';
export {
  responseFileName,
  readStatus,
  statusBeside,
  statusPath,
  parseCrawlName,
  type CrawlStatus,
} from './io/crawl-status.ts';
export { readResponseLines, type ResponseLine } from './crawls/crawl-input.ts';
export { readText, type Text } from './formats/text.ts';
export { BrokenRow } from './formats/csv-lines.ts';
export { csvRows } from './formats/csv-quoted.ts';
export { xmlRoot, xmlWithout } from './formats/xml.ts';
export { openInputs, type InputFile } from './io/input.ts';
export { readFirstRecord, type FirstRecord } from './first-record.ts';
export { FetchedFile, fetchedPath, findDay as fetchedDay, readFetched } from './io/fetched.ts';
export { inputsOfKind, type Input, type InputOfKinds, type Stamp } from './input.ts';
export { runImport, type ImportOptions } from './run.ts';
export { lineOfEachRow, type ImportRun } from './import-run.ts';
export { ImportReport, SOLE_TRADER, ordinary, type Reason, type ReportJson, type UnknownFate } from './report.ts';
export { filterRunning, held, type Group, type HeldRecord, type ValueOf } from './join/group.ts';
export { Join, joinByKey, type Hold } from './join/join.ts';
export { readCell, readCells, requiredCell, type Texts } from './formats/row.ts';
export { CountryNames } from './record/country-names.ts';
export * from './record/details.ts';
export { listCodes, type StateTable } from './record/lists.ts';
export * from './present.ts';
export { RecordReader } from './record/record-reader.ts';
export { OfficerRoles, withSource, type NamedOfficer } from './record/roles.ts';
export { Successions, type Succession } from './record/successions.ts';
export * from './record/values.ts';
export { serialDate } from './xlsx/number-formats.ts';
