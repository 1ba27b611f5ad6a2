import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { SERVED, bundles } from './bundles.ts';

test('the served scripts are those that npm run site bundles', () => {
  const made = bundles();
  assert.deepEqual(globSync('*.js', { cwd: SERVED }).toSorted(), [...made.keys()].toSorted());
  for (const [name, text] of made)
    assert.ok(readFileSync(join(SERVED, name), 'utf8') === text, `${name} is outdated: run npm run site`);
});

test('the component is as small as its README says', () => {
  const bytes = gzipSync(readFileSync(join(SERVED, 'company-search.js'))).length;
  const readme = readFileSync(join(import.meta.dirname, '..', '..', 'clients', 'javascript', 'README.md'), 'utf8');
  assert.ok(bytes < 13_200, `${bytes} bytes`);
  assert.equal(/ (\d+\.\d) kB compressed\.\n\n```html/.exec(readme)?.[1], (bytes / 1000).toFixed(1));
});

test('a language of the component is a script of less than 1 kB', () => {
  const languages = globSync('company-search.*.js', { cwd: SERVED });
  assert.equal(languages.length, 12);
  for (const name of languages) assert.ok(gzipSync(readFileSync(join(SERVED, name))).length < 1000, name);
});

test('the search over exported files stays below 15 kB, uncompressed', () => {
  assert.ok(statSync(join(SERVED, 'static-search.js')).size < 15_000);
});
