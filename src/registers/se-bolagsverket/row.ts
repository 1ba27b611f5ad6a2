import { type CsvRow, type ImportRun, type Reason } from '../../importer/index.ts';

/** Returns a name without line breaks and zero bytes, which are faults of the file. */
export function cleanName(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/**
 * Whether ten digits may be the number of a person. A personal or coordination number has a month in the third and fourth place, where an
 * organisation number has 20 or more. The numbers that the tax authority assigns to people without either (GD-nummer) begin with 302.
 */
export function mayBePersonal(digits: string): boolean {
  return /^(..[01]|302)/.test(digits);
}

/** Counts a skipped row by its position: the number of a person must not be in the report. */
export function dropRow(file: string, row: CsvRow, reason: string | Reason, run: ImportRun): undefined {
  run.report.drop(reason, `${file}, record ${row.record}`);
}

/** Returns the parts of a cell between `$`, without empty parts. */
export function splitCell(text: string | undefined): string[] {
  const parts = text?.split('$').map((part) => part.trim()) ?? [];
  return parts.filter((part) => part !== '' && part !== 'null');
}
