import { readFileSync } from 'node:fs';

/** Reads a table of tab-separated values without its header. `#` begins a comment line. */
export function readTable(file: URL): string[][] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return rows.slice(1).map((row) => row.split('\t'));
}
