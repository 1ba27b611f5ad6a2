/** Counts the requests of `<company-search>` while names are typed at the pace of people. The test controls the clock of the page. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { randomFrom } from '../fixtures/random.ts';
import { until } from '../fixtures/until.ts';
import { openForm } from './component-context.ts';
import { servePage } from './component-page.ts';
import { sampleInBrowser } from './sample-in-browser.ts';

/** Eight names of the kinds in the sample: 22 to 43 characters, two to four words. */
const NAMES = [
  'Perlavento & Bellacascata S.p.A.',
  'Rübezünd Elektrotechnik GmbH',
  'Olivandò Società Agricola s.n.c.',
  "O'Tarrigan & Daughters Ltd",
  'Corticência Construções, Unipessoal Lda.',
  'Nordlysmyr & Skodderud DA',
  'Funkelrath UG (haftungsbeschränkt)',
  'Konsult Råglinda Skog AB',
];
const REQUESTS_MAX = 25;
/** A page with a next page: later pages may match a longer text. */
const MORE = { object: 'list', query: '', countries: [], data: [], next_cursor: 'more', attribution: '' };

/** Milliseconds between keys inside a word; the first key of a word takes about twice as long. */
const TYPISTS: Readonly<Record<string, number>> = { fast: 120, average: 200, slow: 330, 'with one finger': 450 };

suite('<company-search>, while eight names are typed,', () => {
  const sample = sampleInBrowser('typing', { TRUSTED_PROXIES: '127.0.0.1' });

  /** Types a name, key by key; each response arrives before the next key. */
  async function type(page: Page, name: string, baseMs: number, random: () => number, pending: () => number) {
    await page.keyboard.press('Control+A');
    for (const [i, key] of Array.from(name).entries()) {
      const isWordStart = i > 0 && name[i - 1] === ' ';
      const factor = isWordStart ? 1.4 + 1.6 * random() : 0.6 + 0.9 * random();
      await page.clock.runFor(Math.round(baseMs * factor));
      await until('no request is pending', () => pending() === 0);
      await page.keyboard.type(key);
    }
    await page.clock.runFor(2000);
    await until('no request is pending', () => pending() === 0);
  }

  for (const isLarge of [false, true])
    for (const [typist, baseMs] of Object.entries(TYPISTS))
      test(`a typist who is ${typist} causes at most ${REQUESTS_MAX} requests ${isLarge ? 'where every text has more companies' : 'over the sample'}`, async (t) => {
        const served = await servePage(
          sample.address,
          `<script type="module" src="${sample.address}/company-search.js"></script><company-search label="Supplier"></company-search>`,
        );
        t.after(served.close);
        const { page, requested, complaints } = await openForm(t, sample.browser, 'about:blank');
        let open = 0;
        page.on('request', () => open++);
        for (const end of ['requestfinished', 'requestfailed'] as const)
          page.on(end as 'requestfinished', () => open--);
        if (isLarge)
          await page.route('**/details/v1/search?*', (route) =>
            route.fulfill({ json: MORE, headers: { 'Access-Control-Allow-Origin': '*' } }),
          );
        await page.clock.install({ time: new Date('2026-01-01T08:00:00Z') });
        await page.goto(served.address);
        const input = page.getByRole('combobox', { name: 'Supplier' });
        await input.focus();
        await page.clock.pauseAt(new Date('2026-01-01T09:00:00Z'));
        const random = randomFrom(7);
        for (const name of NAMES) {
          await type(page, name, baseMs, random, () => open);
          assert.equal(await input.inputValue(), name);
        }
        t.diagnostic(`${requested.length} requests`);
        assert.ok(requested.length >= NAMES.length && requested.length <= REQUESTS_MAX, `${requested.length} requests`);
        // Some of the names are not in the sample: then similar ones are requested.
        const similar = isLarge ? [] : ['/details/v1/similar'];
        assert.deepEqual(new Set(requested), new Set(['/details/v1/search', ...similar]));
        assert.deepEqual(complaints, []);
      });
});
