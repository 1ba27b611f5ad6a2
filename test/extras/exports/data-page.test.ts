/** The page of the door "data" lists the files of the newest export. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataPage } from '../../../extras/exports/page.ts';
import { createSiteFacts } from '../../../src/site/site-facts.ts';
import { folder } from '../../fixtures/folder.ts';

const FACTS = createSiteFacts({
  baseUrl: 'https://a.test/api',
  siteUrl: 'https://a.test',
  dataProvider: 'Example',
});
const [FIRST, SECOND] = ['4x3bd0apz0dy70gp1h1my7feja-7ac663f8', '4x3bd0apz0dy70gp1h1my7feja-00000000'];

test('the page of the door "data" links each file with its size, until there is another export', async (t) => {
  const exports = folder(t);
  const findLinks = (text: string): string[] => [...text.matchAll(/href="([^"]+\.gz)"/g)].map(([, href = '']) => href);
  const none = await dataPage(FACTS, exports);
  assert.deepEqual(findLinks(none.main.text), []);
  assert.match(none.main.text, /There is no export yet/);
  const resources = ['FI', 'NO'].map((country, i) => ({
    path: `csv/companies/${country}.csv.gz`,
    rows: i + 1,
    bytes: 1.5 * 10 ** (3 * (i + 1)),
  }));
  for (const name of [FIRST, SECOND]) mkdirSync(join(exports, name));
  writeFileSync(join(exports, FIRST, 'datapackage.json'), JSON.stringify({ resources }));
  symlinkSync(FIRST, join(exports, 'latest'));
  assert.equal(none.isCurrent?.(), false);
  const page = await dataPage(FACTS, exports);
  assert.deepEqual(findLinks(page.main.text), resources.map(({ path }) => `/api/data/latest/${path}`)); // prettier-ignore
  for (const text of ['csv: companies, 2 files, 1.5 MB', ', 1.5 kB, 1 row<', ', 1.5 MB, 2 rows<'])
    assert.ok(page.main.text.includes(text), text);
  assert.equal(page.isCurrent?.(), true);
  rmSync(join(exports, 'latest'));
  symlinkSync(SECOND, join(exports, 'latest'));
  assert.equal(page.isCurrent?.(), false);
  assert.match((await dataPage(FACTS, exports)).main.text, /<a href="\/api\/data\/latest\/">search without a server/);
});
