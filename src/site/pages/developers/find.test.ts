import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSite } from '../../index.ts';

const FACTS = { baseUrl: 'https://api.example.test', siteUrl: 'https://example.test', dataProvider: 'Example' };
const DATA = { generation: 'none', countries: {} };
const site = createSite(FACTS);

/** Returns the page of a search, and the paths that the search found. */
async function search(query: string): Promise<{ readonly text: string; readonly found: string[] }> {
  const { body } = await site.docsSearchPage(query, DATA);
  const text = Buffer.from(body).toString();
  const [, list = ''] = /<ol class="found">([^]*?)<\/ol>/.exec(text) ?? [];
  return { text, found: [...list.matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path) };
}

describe('a search over the documentation', () => {
  for (const [query, first] of [
    ['rate limit', '/developers/limits'],
    ['Retry-After', '/developers/limits'],
    ['cursor expires', '/developers/cursors'],
    ['registry name order', '/developers/matching#registry-name-order'],
    ['svelte', '/developers/company-search#recipes'],
    ['next_cursor', '/developers/cursors'],
    ['OfficerSource', '/developers/reference#schema-OfficerSource'],
    ['TOMBSTONED', '/developers/lifecycle#states'],
    ['vulnerab', '/developers/security'],
    ['pagination', '/developers/cursors'],
    ['paging', '/developers/cursors'],
    ['cursors', '/developers/cursors'],
    ['offset', '/developers/cursors'],
    ['throttling', '/developers/limits'],
    ['rate limiting', '/developers/limits'],
    ['auth', '/developers/authentication'],
    ['autocomplete', '/developers/company-search'],
    ['deprecation', '/developers/versioning'],
    ['license', '/developers/attribution'],
  ] as const) {
    test(`finds ${first} for "${query}"`, async () => {
      const { found } = await search(query);
      assert.ok(found.slice(0, 5).includes(first), found.join(' '));
    });
  }

  test('leads to headings that exist', async () => {
    for (const query of ['name', 'id', 'cursor', 'header']) {
      for (const path of (await search(query)).found.filter((one) => one.includes('#'))) {
        const [page = '', anchor = ''] = path.split('#');
        const made = await (page === '/developers/matching'
          ? site.foldingPage(undefined, DATA)
          : site.documents.get(page)?.(DATA, '2026-11-22'));
        assert.ok(Buffer.from(made?.body ?? []).includes(` id="${anchor}"`), path);
      }
    }
  });

  test('marks the words, escapes the query, and finds nothing for what is not there or means nothing', async () => {
    assert.match((await search('snapshot')).text, /<mark>snapshot<\/mark>/i);
    for (const query of ['<b>zzzz"\'&', 'zzzz', '...', '(', 'cursor zzzz']) {
      const { text, found } = await search(query);
      assert.deepEqual(found, []);
      assert.ok(!text.includes('<b>'), query);
      assert.ok(text.includes('All pages'), query);
    }
  });
});
