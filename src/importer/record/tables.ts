import { readFileSync } from 'node:fs';

/**
 * Reads a table beside the code: one row a line, cells divided by tabs. `#` begins a comment line; the first other line
 * has the names of the columns and is left out.
 */
export function readTable(file: URL): string[][] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return rows.slice(1).map((row) => row.split('\t'));
}
