import type { ImportRun } from '../../importer/index.ts';

/**
 * A code of digits in one of the lengths that the register writes, shortest first. Spreadsheets lose the zeros in front;
 * they are put back and counted, or else `2100`, forestry, would read as the group 21.00, medicines.
 */
export function padded(code: string, lengths: readonly number[], run: ImportRun): string {
  if (lengths.includes(code.length) || !/^\d+$/.test(code)) return code;
  const length = lengths.find((one) => one > code.length);
  if (length === undefined) return code;
  run.report.note('code that had lost its zeros, put back', code);
  return code.padStart(length, '0');
}
