/** The page that matches a list, in a real Chromium. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings, watchedPage } from '../../site/browser.ts';
import { LIST, REFUSED_LISTS, downloadedRows } from './list-page-fixture.ts';
import { sampleInBrowser } from '../../site/sample-in-browser.ts';

describe('the page that matches a list', () => {
  const sample = sampleInBrowser('list-page', { DOORS: 'reconcile' });

  const status = (page: Page, text: string | RegExp): Promise<void> =>
    page.locator('#list-status').filter({ hasText: text }).waitFor();
  const choose = (page: Page, text: string, name = 'customers.csv'): Promise<void> =>
    page.locator('#list-file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  test('reads, matches, checks and downloads by keyboard, waits for the rate limit, and is accessible', async () => {
    const { page, strangers, complaints, close } = await watchedPage(sample.browser, [sample.address]);
    const limited: string[] = [];
    await page.route('**/reconcile/v1', async (route) => {
      if (limited.push(route.request().method()) > 1) return await route.fallback();
      await route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: { title: 'Too many requests' } });
    });
    await page.goto(`${sample.address}/developers/lists`);
    await choose(page, LIST);
    await status(page, 'customers.csv: 3 rows, separator ;, UTF-8.');
    await page.locator('#list-name').focus();
    for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await status(page, 'continues in 1 s');
    await status(page, '3 rows: 1 certain, 1 to check, 1 without a likely company.');
    assert.ok(limited.length >= 2);
    // The only failed request is the one that this test made fail.
    assert.deepEqual(complaints.splice(0).filter((text) => !text.includes('429')), []); // prettier-ignore
    assert.deepEqual(await axeFindings(page), []);
    await page.locator('#list-review tbody input[type=radio]').first().focus();
    await page.keyboard.press('ArrowDown');
    assert.ok(await page.getByRole('checkbox', { name: 'Row 2 is checked' }).isChecked());
    const second = await page.locator('#list-review tbody tr').first().locator('b').nth(1).innerText(); // prettier-ignore
    const choice = await page.locator('#list-review tbody label').nth(1).innerText();
    assert.match(choice, / NO · \d{9} · \p{L}+ · active · /u);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#list-download').press('Enter'),
    ]);
    assert.equal(download.suggestedFilename(), 'customers-matched.csv');
    const text = readFileSync(await download.path(), 'utf8');
    const [header, first, next, last] = downloadedRows(text);
    assert.deepEqual(header, ['\uFEFFFirma', 'Land', 'USt-IdNr', 'Notiz', 'company_id']);
    assert.deepEqual(first, ['aallokas marjatila', 'Finnland', 'FI01100716', "'=1+1", 'co_1xw5a8veabsvyw18kvw13gstxc']);
    assert.match(next?.[4] ?? '', /^co_\w{26}$/);
    assert.ok(text.includes(`;${second};`), second);
    assert.deepEqual(last, ['Xyzzy Unbekannt', '', '', 'x', '']);
    await page.setViewportSize({ width: 320, height: 640 });
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320, 'fits');
    assert.deepEqual([strangers, complaints], [[], []]);
    await close();
  });

  test('says what is wrong with a file or with the service', async () => {
    const { page, close } = await watchedPage(sample.browser, [sample.address]);
    await page.goto(`${sample.address}/developers/lists`);
    for (const [text, said] of REFUSED_LISTS) {
      await choose(page, text);
      await status(page, said);
    }
    await page.route('**/reconcile/v1', (route) => route.fulfill({ status: 503, json: { detail: 'No match index' } }));
    await choose(page, 'name\nNord\n');
    await page.locator('#list-match').click();
    await status(page, 'No match index. Done: 0 of 1 row.');
    await page.unroute('**/reconcile/v1');
    await page.getByRole('button', { name: 'Continue' }).click();
    await status(page, '1 row: ');
    await close();
  });

  test('of one column without a heading loses no company, and the visitor decides', async () => {
    const { page, complaints, close } = await watchedPage(sample.browser, [sample.address]);
    await page.goto(`${sample.address}/developers/lists`);
    await choose(page, 'Aallokas Marjatila Oy\n');
    await status(page, 'customers.csv: 1 row, one column, UTF-8. The first row is a row, not a heading.');
    const box = page.getByRole('checkbox', { name: 'The first row has headings' });
    assert.equal(await box.isChecked(), false);
    await box.click();
    await status(page, 'customers.csv: The file has a header, and no rows.');
    assert.equal(await box.isChecked(), false);
    await page.locator('#list-match').click();
    await status(page, /^1 row: /);
    await choose(page, 'Partner\nAallokas Marjatila Oy\n');
    await status(page, '2 rows, one column');
    await box.check();
    await status(page, '1 row, one column, UTF-8. Check the columns');
    assert.deepEqual(complaints, []);
    await close();
  });

  test('takes 1,000 rows within the limits of the service', async () => {
    const { page, strangers, close } = await watchedPage(sample.browser, [sample.address]);
    const bodies: number[] = [];
    page.on('request', (request) => bodies.push(request.postData()?.length ?? 0));
    await page.goto(`${sample.address}/developers/lists`);
    await choose(
      page,
      `name\n${Array.from({ length: 1000 }, (_, i) => `${'Ж'.repeat(i % 300)} Nordlys ${i}\n`).join('')}`,
    );
    await page.locator('#list-match').click();
    await page.locator('#list-download').waitFor({ timeout: 120_000 });
    await status(page, /^1000 rows: /);
    assert.ok(Math.max(...bodies) <= 65_536, `${Math.max(...bodies)}`);
    assert.deepEqual(strangers, []);
    await close();
  });
});
