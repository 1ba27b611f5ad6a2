import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { allText } from './folders.ts';
import { englishFormsText } from './english-forms.ts';
import { overviewPage, withCounts } from './pages.ts';

const at = (path: string): URL => new URL(path, import.meta.url);
const OVERVIEW = '../../docs/registers/README.md';

test('all.ts and docs/registers/README.md follow from the folders of the registers', () => {
  assert.equal(readFileSync(at('all.ts'), 'utf8'), allText(), 'run: npm run docs');
  assert.equal(readFileSync(at(OVERVIEW), 'utf8'), overviewPage(), 'run: npm run docs');
});

for (const path of ['../../README.md', '../../docs/badges/registers.svg']) {
  test(`${path} has the numbers of registers and countries`, () => {
    const text = readFileSync(at(path), 'utf8');
    assert.equal(text, withCounts(text), 'run: npm run docs');
  });
}

test('the English names of legal forms follow from the list of GLEIF', () => {
  assert.equal(readFileSync(at('english-forms.json'), 'utf8'), englishFormsText(), 'run: npm run docs');
});

test('the links of docs/registers/README.md lead to files', () => {
  const links = [...overviewPage().matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link = '']) => link);
  assert.ok(links.length > 0);
  assert.deepEqual(links.filter((link) => !existsSync(at(`../../docs/registers/${link}`))), []); // prettier-ignore
});
