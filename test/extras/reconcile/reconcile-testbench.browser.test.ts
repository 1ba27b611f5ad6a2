/** The door "reconcile" in the test bench of the protocol's authors, in Chromium: a page that is not part of this project. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { freePort } from '../../fixtures/programs.ts';
import { startBrowser, watchedPage } from '../../site/browser.ts';
import { startSample } from '../../fixtures/built-sample.ts';
import { localServer } from '../../fixtures/local-server.ts';
import { stopService, type Running } from '../../fixtures/serving.ts';
import { standard } from '../../house/standards.ts';

const { folder, options } = standard('testbench/0.2');
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

suite('The test bench of the reconciliation protocol', options, () => {
  const data = mkdtempSync(join(tmpdir(), 'openfirma-testbench-'));
  let browser: Browser;
  let running: Running;
  let endpoint = '';
  let origin = '';
  before(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    endpoint = `${origin}/reconcile/v1`;
    const settings = { PORT: String(port), BASE_URL: origin, DOORS: 'reconcile' };
    [running, browser] = await Promise.all([startSample(data, settings), startBrowser()]);
  });
  after(async () => {
    await browser.close();
    await stopService(running);
    rmSync(data, { recursive: true });
  });

  /** Types into a field with suggestions, and chooses the first one. */
  const choose = async (page: Page, field: Locator, text: string): Promise<void> => {
    await field.pressSequentially(text);
    const first = page.locator('.rbt-menu .suggestItemLabel:visible').first();
    await first.waitFor();
    await first.click();
  };

  test('takes the manifest, and reconciles, suggests, previews and extends', async (t) => {
    const { base } = await localServer(t, (request, response) => {
      const path = (request.url ?? '').replace(/^\/testbench\/0\.2\//, '').split('?')[0] || 'index.html';
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
      response.end(readFileSync(join(folder, path)));
    });
    const { page, close } = await watchedPage(browser, [base, origin]);
    await page.goto(`${base}/testbench/0.2/#/client/${encodeURIComponent(endpoint)}`);
    const tab = (name: string): Locator => page.locator(`#test-bench-tabs-pane-${name}`);
    const open = async (name: string): Promise<Locator> => {
      await page.locator(`#test-bench-tabs-tab-${name}`).click();
      return tab(name);
    };

    const reconcile = tab('reconcile');
    await reconcile.getByPlaceholder('Entity to reconcile').fill('Aallokas Marjatila Oy');
    await reconcile.locator('input[type=radio][value=company]').check();
    await reconcile.getByRole('button', { name: 'Reconcile', exact: true }).click();
    assert.match(await reconcile.locator('.list-group-item').first().innerText(), /Aallokas Marjatila/);
    // The page shows an alert if a response does not match the schemas of the version.
    assert.deepEqual(await page.locator('.alert').allInnerTexts(), []);

    const suggest = await open('suggest');
    for (const [i, text] of ['aallokas', 'comp', 'stat'].entries())
      await choose(page, suggest.locator('.rbt-input-main').nth(i), text);

    const preview = await open('preview');
    await choose(page, preview.locator('.rbt-input-main').first(), 'aallokas mar');
    const heading = preview.frameLocator('iframe').locator('h1');
    assert.match(await heading.innerText(), /^Aallokas Marjatila/);

    const extend = await open('extend');
    await choose(page, extend.locator('.rbt-input-main').nth(0), 'aallokas mar');
    await choose(page, extend.locator('.rbt-input-main').nth(1), 'lifecycle');
    await extend.getByRole('button', { name: 'Submit' }).click();
    assert.match(await extend.locator('.list-group-item').first().innerText(), /^active\b/);
    assert.deepEqual(await page.locator('.alert').allInnerTexts(), []);
    await close();
  });
});
