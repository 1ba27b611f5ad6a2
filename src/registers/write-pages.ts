/** Writes what follows from the folders of the registers: all.ts, docs/registers/README.md, and numbers of README.md. Run: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allText } from './folders.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

writeFileSync(at('all.ts'), allText());
// Loaded now, because it imports the list.
const { overviewPage, withCounts } = await import('./pages.ts');
writeFileSync(at('../../docs/registers/README.md'), overviewPage());
for (const path of ['../../README.md', '../../docs/badges/registers.svg']) {
  const text = readFileSync(at(path), 'utf8');
  writeFileSync(at(path), withCounts(text));
}
