/**
 * Whole snapshots as files for other programs. docs/exports.md lists the files and their columns.
 * @module
 */
export { FORMAT_NAMES, exportSnapshot, type ExportOptions, type ExportOutcome, type FormatName } from './export.ts';
export { GROUPINGS, type Grouping } from './write-files.ts';
export { leftOutText } from './officer-filter.ts';
export { exportStatic, type StaticOutcome } from './static/export-static.ts';
export { writeStaticSearch } from './static/write-static.ts';
