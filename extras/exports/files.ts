/**
 * Whole snapshots as files for other programs, with their descriptions. docs/exports.md lists the files
 * and their columns.
 * @module
 */
export type { ExportedRegister, LeftOut } from './descriptions/exported-file.ts';
export { exportSnapshot, type ExportOptions, type ExportOutcome } from './export.ts';
export { leftOutText } from './officer-filter.ts';
export { FORMAT_NAMES, type FormatName } from './formats/format.ts';
export { exportStatic, type StaticExportOptions, type StaticOutcome } from './static/export-static.ts';
export { writeStaticSearch } from './static/write-static.ts';
