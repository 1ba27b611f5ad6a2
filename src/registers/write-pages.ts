/**
 * Writes what follows from the folders of the registers: all.ts, docs/registers/README.md, numbers of README.md, and the English names of
 * legal forms. Run: `npm run docs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allText } from './folders.ts';
import { englishFormsText } from './english-forms.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

writeFileSync(at('all.ts'), allText());
writeFileSync(at('english-forms.json'), englishFormsText());
// Loaded now, because it imports the list.
const { overviewPage, withCounts } = await import('./pages.ts');
writeFileSync(at('../../docs/registers/README.md'), overviewPage());
for (const path of ['../../README.md', '../../docs/badges/registers.svg']) {
  const text = readFileSync(at(path), 'utf8');
  writeFileSync(at(path), withCounts(text));
}
