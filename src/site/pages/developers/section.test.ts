import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSiteFacts } from '../../site-facts.ts';
import { markup } from '../../html.ts';
import { groupPages, listSectionPages, sectionMain } from './section.ts';

const extra = (path: string, group?: 'Data') => ({ path, group, title: path, description: '' });
const EXTRAS = [extra('/developers/lookup'), extra('/developers/data', 'Data')];

test('the pages for developers are in groups by task, those of extras among them', () => {
  const groups = new Map(groupPages(EXTRAS).map(([group, pages]) => [group, pages.map(({ path }) => path)]));
  assert.deepEqual([...groups.keys()], ['Start', 'Use', 'Data', 'Operate']);
  assert.equal(groups.get('Start')?.[0], '/developers');
  assert.equal(groups.get('Use')?.at(-1), '/developers/lookup');
  assert.equal(groups.get('Data')?.at(-1), '/developers/data');
  const paths = listSectionPages({ pages: EXTRAS }).map(({ path }) => path);
  assert.deepEqual(paths, [...groups.values()].flat());
  assert.equal(new Set(paths).size, paths.length);
});

test('the navigation marks the page that is open, and leads to the page for operators', () => {
  const facts = createSiteFacts(
    { baseUrl: 'https://a.test', siteUrl: 'https://a.test', dataProvider: 'A' },
    undefined,
    EXTRAS,
  );
  const { text } = sectionMain(facts, '/developers/limits', 'Rate limit', markup`<p>A text.</p>`);
  assert.match(
    text,
    /<p class="group">Use<\/p>[^]*href="\/developers\/limits" aria-current="page"[^]*href="\/operators"/,
  );
});
