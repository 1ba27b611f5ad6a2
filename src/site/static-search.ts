import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { servedFile } from './assets.ts';

/** A page that searches the exported files beside it, and its modules. It needs no style sheet, no inline script and no service. */
export function staticSearchFiles(): ReadonlyMap<string, string> {
  const page = ['index.html', 'page.js'].map((name): [string, string] => [
    name,
    readFileSync(join(import.meta.dirname, 'static-search', name), 'utf8'),
  ]);
  return new Map([...page, ['static-search.js', String(servedFile('static-search.js').body)]]);
}
