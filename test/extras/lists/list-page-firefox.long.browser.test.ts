/** The page that matches a list, in a real Firefox: a dropped file, the keyboard, the download. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { startSample } from '../../fixtures/built-sample.ts';
import { stopService, type Running } from '../../fixtures/serving.ts';
import { until } from '../../fixtures/until.ts';
import { FirefoxPage } from '../../site/bidi.ts';
import { axeRun } from '../../site/browser.ts';
import { LIST, REFUSED_LISTS, downloadedRows } from './list-page-fixture.ts';

suite('The page that matches a list, in Firefox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-list-firefox-'));
  let running: Running;
  let page: FirefoxPage;
  before(async () => {
    running = await startSample(folder, { DOORS: 'reconcile' });
    page = await FirefoxPage.open({ width: 390, height: 844 });
  });
  after(async () => {
    await page.close();
    await stopService(running);
    rmSync(folder, { recursive: true });
  });

  const drop = (text: string): Promise<void> =>
    page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(text)}], 'customers.csv'));
      document.querySelector('#list').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
  const said = (text: string): Promise<void> =>
    page.until(`document.querySelector('#list-status').textContent.includes(${JSON.stringify(text)})`);

  test('says what is wrong with a file', async () => {
    await page.goto(`${running.address}/developers/lists`);
    for (const [text, reason] of REFUSED_LISTS) {
      await drop(text);
      await said(reason);
    }
    assert.deepEqual(page.complaints, []);
  });

  test('reads a dropped file, matches and chooses by keyboard, and downloads', async () => {
    await page.goto(`${running.address}/developers/lists`);
    await drop(LIST);
    await said('customers.csv: 3 rows, separator ;, UTF-8.');
    await page.evaluate("document.querySelector('#list-number').focus()");
    await page.press('Tab', 'Enter');
    await said('3 rows: 1 certain, 1 to check, 1 without a likely company.');
    assert.deepEqual(await page.evaluate(axeRun()), []);
    await page.evaluate("document.querySelector('#list-review tbody input[type=radio]').focus()");
    await page.press('ArrowDown');
    await page.until("document.querySelector('#list-review tbody input[type=checkbox]').checked");
    await page.evaluate("document.querySelector('#list-download').focus()");
    await page.press('Enter');
    const file = join(page.downloads, 'customers-matched.csv');
    await until('the download', () => existsSync(file) && readFileSync(file).length > 0);
    const rows = downloadedRows(readFileSync(file, 'utf8'));
    assert.equal(rows.length, 4);
    assert.equal(rows[1]?.[4], 'co_1xw5a8veabsvyw18kvw13gstxc');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 390, `${width}`);
    const origins = new Set(page.requested.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin));
    assert.deepEqual([...origins], [running.address]);
    assert.deepEqual(page.complaints, []);
  });
});
