import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { registerPages } from './pages.ts';

const DOCS = new URL('../../docs/registers/', import.meta.url);
const pages = registerPages();

test('docs/registers holds the pages that the declarations and the coverage give, and no other', () => {
  assert.deepEqual(readdirSync(DOCS).toSorted(), [...pages.keys()].toSorted(), 'npm run docs');
  for (const [name, text] of pages) assert.equal(readFileSync(new URL(name, DOCS), 'utf8'), text, 'npm run docs');
});

for (const [name, text] of pages) {
  test(`the links of docs/registers/${name} lead somewhere`, () => {
    const links = [...text.matchAll(/\]\((?!https:)([^)#]+)\)/g)].map(([, link = '']) => link);
    assert.deepEqual(links.filter((link) => !existsSync(new URL(link, DOCS))), []); // prettier-ignore
  });
}
