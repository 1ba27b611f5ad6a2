/**
 * Derives elf.tsv from the ELF code list as GLEIF publishes it (CSV). Rerun it when a newer list is out:
 *
 *     node src/registers/gleif/derive-tables.ts 2023-09-28-elf-code-list-v1.5.csv > src/registers/gleif/elf.tsv
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';

const COLUMNS = {
  code: 'ELF Code',
  country: 'Country Code (ISO 3166-1)',
  language: 'Language Code (ISO 639-1)',
  name: 'Entity Legal Form name Local name',
  status: 'ELF Status ACTV/INAC',
} as const;

const path = process.argv[2];
if (path === undefined) {
  process.stderr.write('usage: derive-tables.ts <elf code list as published>.csv > elf.tsv\n');
  process.exit(1);
}
const rows: Record<string, string>[] = parse(readFileSync(path), { bom: true, columns: true });
const lines = rows.map((row) => {
  const cells = Object.values(COLUMNS).map((column) => {
    const cell = row[column];
    if (cell === undefined) throw new Error(`the column "${column}" is missing in ${path}`);
    return cell.replace(/\s+/g, ' ').trim();
  });
  return cells.join('\t');
});
// The two placeholder codes have no names, so they are not legal forms.
const named = lines.filter((line) => line.split('\t')[3] !== '');
process.stdout.write(
  `# Entity legal forms (ISO 20275), derived from ${basename(path)} of gleif.org, CC0 1.0, by derive-tables.ts\n` +
    `${Object.keys(COLUMNS).join('\t')}\n${named.join('\n')}\n`,
);
