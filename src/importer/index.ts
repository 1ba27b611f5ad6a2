/** The base of all importers: register declarations, strict readers with bounded memory, joins, the report. @module */
export type * from './current-files.ts';
export { answersName, readStatus, statusBeside, statusPath, crawlOf, type CrawlStatus } from './crawls/crawl-status.ts';
export { answerLines, type AnswerLine } from './crawls/answer-line.ts';
export { readText, type Text } from './formats/text.ts';
export { BrokenRow } from './formats/csv-lines.ts';
export { csvRows } from './formats/csv.ts';
export { openInputs, type InputFile } from './io/input.ts';
export { xmlRoot, xmlWithout } from './formats/xml.ts';
export type { Answer, NumberRange, Question, Round, Crawl, CrawlRequest, CrawlState } from './crawls/crawl.ts';
export type * from './register.ts';
export { inputsOfKind, type Input, type InputOfKinds, type Stamp } from './input.ts';
export { runImport, type ImportOptions } from './run.ts';
export type { ImportRun } from './import-run.ts';
export { firstRecordOf, type FirstRecord } from './io/first-record.ts';
export type { LineIdentity } from './io/newest-lines.ts';
export {
  ImportReport,
  SOLE_TRADER,
  ordinary,
  prefixed,
  type Reason,
  type ReportJson,
  type UnknownFate,
} from './report.ts';
export type { FileLayout } from './formats/layout.ts';
export type { FixedWidthLayout } from './formats/fixed-width.ts';
export type { XmlElement } from './formats/xml.ts';
export { FetchedFile, dayOf as fetchedDay, fetchedPath, readFetched } from './io/fetched.ts';
export { cellOf, cellsOf, requiredCell, type Texts } from './record/cells.ts';
export { CountryNames } from './record/country-names.ts';
export { DAY_FIRST, daysBetween, isDate, isoDate } from './record/dates.ts';
export { lineOfEachRow } from './record/each-row.ts';
export { addressOf, gravestOf, publishedDay, withoutCareOf } from './record/details.ts';
export { FieldFault, required } from './record/field-fault.ts';
export { held, type Group, type HeldRecord } from './join/group.ts';
export { runningOf } from './join/running.ts';
export { Join, joinByKey, type Hold } from './join/join.ts';
export { withoutEntities } from './record/html.ts';
export { nonEmpty, present } from './record/present.ts';
export { RecordReader } from './record/record-reader.ts';
export type { AnswerRow, CsvRow, FixedWidthRow, JsonRow, RecordPlace, Row, XlsxRow, XmlRow } from './record/row.ts';
export { codesIn, type StateTable } from './record/lists.ts';
export { OfficerRoles, withSource, type NamedOfficer } from './record/roles.ts';
export { Successions, type Succession } from './record/successions.ts';
export { readTable } from './record/tables.ts';
export { serialDate } from './xlsx/numbers.ts';
export { alpha2Of, countryCode, nationalNumber, noteWrongNumber, requireDateForm, withZeros } from './record/values.ts';
