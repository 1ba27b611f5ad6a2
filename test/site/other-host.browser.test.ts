/** The site in a real browser at an address that the settings do not name, as behind a forwarded port. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freePort } from '../fixtures/programs.ts';
import { watchedPage, type WatchedPage } from './browser.ts';
import { sampleInBrowser } from './sample-in-browser.ts';

const PORT = await freePort();
const ORIGIN = `http://127.0.0.1:${PORT}`;

describe('at an address that the settings do not name', () => {
  const sample = sampleInBrowser('other-host', { PORT: String(PORT), BASE_URL: 'https://elsewhere.test/firma' });

  async function assertStayed({ page, strangers, complaints, close }: WatchedPage): Promise<void> {
    assert.equal(new URL(page.url()).origin, ORIGIN);
    assert.deepEqual([strangers, complaints], [[], []]);
    await close();
  }

  test('the first page finds a company and opens its page', async () => {
    const watched = await watchedPage(sample.browser, [ORIGIN]);
    const { page } = watched;
    await page.goto(`${ORIGIN}/firma`);
    await page.getByRole('combobox', { name: 'Name or business ID' }).pressSequentially('nordlysmyr');
    await page.locator('company-search [role=option]').first().click();
    await page.waitForURL(/\/firma\/companies\/co_/);
    assert.match(await page.locator('h1').innerText(), /nordlysmyr/i);
    await assertStayed(watched);
  });

  test('the search without scripts, its results and the navigation stay there', async () => {
    const watched = await watchedPage(sample.browser, [ORIGIN], { javaScriptEnabled: false });
    const { page } = watched;
    await page.goto(`${ORIGIN}/firma/`);
    await page.locator('form.search input[name=q]').fill('nordlys');
    await page.locator('form.search button').click();
    await page.locator('.results a').first().click();
    await page.locator('nav[aria-label=Site] a', { hasText: 'Status' }).click();
    assert.equal(new URL(page.url()).pathname, '/firma/status');
    await assertStayed(watched);
  });

  test('the reference sends live requests there', async () => {
    const watched = await watchedPage(sample.browser, [ORIGIN]);
    const { page } = watched;
    await page.goto(`${ORIGIN}/firma/developers/reference`);
    await page.getByRole('button', { name: 'Send requests from this page' }).click();
    const block = page.locator('#operations-Search-searchCompanies');
    await block.locator('.opblock-summary-control').click();
    await block.locator('button.execute').click();
    const response = block.locator('.live-responses-table .response-col_description pre');
    await response.filter({ hasText: '"object": "list"' }).waitFor();
    await assertStayed(watched);
  });
});
