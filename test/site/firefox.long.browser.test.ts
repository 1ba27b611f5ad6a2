/** The main uses of the site and of `<company-search>`, in a real Firefox. The other browser tests cover more, in Chromium. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { SearchPage } from '../../src/contract/index.ts';
import { FirefoxPage } from './bidi.ts';
import { axeRun } from './browser.ts';
import { servePage, type ServedPage } from './component-page.ts';
import { recipe } from './recipe-pages.ts';
import { startSample } from '../fixtures/built-sample.ts';
import { stopService, type Running } from '../fixtures/serving.ts';

const README = readFileSync(join(import.meta.dirname, '..', '..', 'clients', 'javascript', 'README.md'), 'utf8');
const EXAMPLE = /^```html\n([^]+?)^```/m.exec(README)?.[1] ?? '';
const PAGES = ['/', '/developers/company-search', '/developers/reference', '/coverage', 'a company'];
const PHONE = { width: 390, height: 844 };

suite('In Firefox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-firefox-'));
  let running: Running;
  let page: FirefoxPage;
  let form: ServedPage;
  let filled: ServedPage;
  let companies: SearchPage['data'];
  before(async () => {
    running = await startSample(folder, {});
    companies = ((await (await fetch(`${running.address}/v1/search?q=nordlysmyr`)).json()) as SearchPage).data;
    form = await servePage(running.address, EXAMPLE.replaceAll('http://localhost:8080', running.address));
    filled = await servePage(running.address, recipe('HTML', 'html', running.address));
    page = await FirefoxPage.open(PHONE);
  });
  after(async () => {
    await page.close();
    form.close();
    filled.close();
    await stopService(running);
    rmSync(folder, { recursive: true });
  });

  test('the first page finds a company by keyboard and opens its page', async () => {
    await page.goto(running.address);
    await page.evaluate("document.querySelector('company-search').focus()");
    await page.press('nordlysmyr');
    await page.until("document.querySelector('company-search').shadowRoot.querySelector('[role=option]')");
    await page.press('ArrowDown', 'Enter');
    await page.until(`location.pathname === '/companies/${companies[0]?.id}'`);
    assert.match(await page.evaluate("document.querySelector('h1').innerText"), /nordlysmyr/i);
  });

  test('<company-search> is a form field on a page of another origin under a strict policy', async () => {
    await page.goto(form.address);
    const isValid = 'document.forms[0].checkValidity()';
    assert.equal(await page.evaluate(isValid), false);
    await page.evaluate("document.querySelector('#supplier').focus()");
    await page.press('nordlysmyr');
    await page.until("document.querySelector('#supplier').shadowRoot.querySelector('[role=option]')");
    // The second company looks like the third.
    await page.press('ArrowDown', 'ArrowDown');
    await page.until(
      String.raw`/\d{5}/.test(document.querySelector('#supplier').shadowRoot.querySelector('[aria-selected=true]').innerText)`,
    );
    await page.press('Enter');
    const chosen = companies[1];
    assert.deepEqual(await page.evaluate('[...new FormData(document.forms[0])]'), [['supplier', chosen?.id]]);
    assert.equal(await page.evaluate("document.querySelector('#supplier').query"), chosen?.name);
    assert.equal(await page.evaluate(isValid), true);
  });

  test('the recipe for plain HTML fills its form, and Back keeps the choice and the fields', async () => {
    await page.goto(filled.address);
    await page.evaluate("document.querySelector('#supplier').focus()");
    await page.press('nordlysmyr handel');
    await page.until("document.querySelector('#supplier').shadowRoot.querySelector('[role=option]')");
    await page.press('ArrowDown', 'Enter');
    const values = '[...new FormData(document.forms[0])]';
    await page.until("document.querySelector('[name=town]').value !== ''");
    const written = await page.evaluate<[string, string][]>(values);
    assert.deepEqual(written.slice(1), [
      ['number', '556010-1981'],
      ['vat', 'SE556010198101'],
      ['address', 'Råglinda Bygg 6'],
      ['postal-code', '29933'],
      ['town', 'Ålkistaby'],
      ['land', 'Sweden'],
    ]);
    await page.goto(running.address);
    await page.evaluate('history.back()');
    await page.until("document.querySelector('#supplier')?.query === 'Nordlysmyr Handel AS'");
    assert.deepEqual(await page.evaluate(values), written);
  });

  test('the recipe for plain HTML sends a company that is not listed, by keyboard', async () => {
    await page.goto(filled.address);
    await page.evaluate("document.querySelector('#supplier').focus()");
    await page.press('Zwirbelhuber');
    await page.until("document.querySelector('#supplier').shadowRoot.querySelector('[part=unlisted]')");
    await page.press('ArrowDown', 'Enter');
    assert.equal(await page.evaluate('document.forms[0].checkValidity()'), true);
    assert.deepEqual(await page.evaluate('[...new FormData(document.forms[0])].slice(0, 3)'), [
      ['supplier', ''],
      ['supplier-name', 'Zwirbelhuber'],
      ['supplier-unlisted', 'no_match'],
    ]);
  });

  test('the pages for developers: another language, a text that folds while it is typed', async () => {
    await page.goto(`${running.address}/developers/company-search`);
    const isShown = "document.querySelectorAll('.panel')[3].checkVisibility()";
    assert.equal(await page.evaluate(isShown), false);
    await page.evaluate("document.querySelectorAll('.tabs input')[3].click()");
    assert.equal(await page.evaluate(isShown), true);
    await page.goto(`${running.address}/developers/matching`);
    await page.evaluate("(document.querySelector('#text').focus(), document.querySelector('#text').select())");
    await page.press('Škoda Žižkov a.s.');
    await page.until("document.querySelector('#folded').innerText.includes('skoda zizkov as')");
  });

  for (const [i, path] of PAGES.entries()) {
    const scheme = i % 2 === 0 ? 'light' : 'dark';
    test(`is accessible in ${scheme} colours, fits a narrow screen: ${path}`, async () => {
      await page.goto(running.address + (path.startsWith('/') ? path : `/companies/${companies[0]?.id}`));
      await page.setColorScheme(scheme);
      assert.deepEqual(await page.evaluate(axeRun()), []);
      const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      assert.equal(/^rgb\([0-9]?[0-9],/.test(ground), scheme === 'dark', ground);
      await page.setColorScheme('light');
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= PHONE.width, `${width}`);
    });
  }

  test('nothing was requested from elsewhere, and the console has no complaint', () => {
    const origins = new Set(page.requested.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin));
    assert.deepEqual([...origins].toSorted(), [running.address, form.address, filled.address].toSorted());
    assert.deepEqual(page.complaints, []);
  });
});
