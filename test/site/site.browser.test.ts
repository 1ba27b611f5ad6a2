import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { SearchPage } from '../../src/contract/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { createSite } from '../../src/site/index.ts';
import { axeFindings, watchedPage, type WatchedPage } from './browser.ts';
import { PAGE_BUDGET, SHIFT_MAX, pageLoad } from '../serving/page-load.ts';
import { lineId } from '../fixtures/service.ts';
import { sampleInBrowser } from './sample-in-browser.ts';

const NARROW = { width: 320, height: 640 };
const PHONE = { width: 390, height: 844 };
const WIDE = { viewport: { width: 1280, height: 900 } };

/** Returns the paths of all pages that do not depend on a query. */
async function pagePaths(): Promise<string[]> {
  const { documents } = createSite({ baseUrl: 'https://a.test', siteUrl: 'https://a.test', dataProvider: 'Example' });
  const paths: string[] = [];
  for (const [path, make] of documents) {
    // The pages of countries differ only in their data: one is enough.
    if (path.startsWith('/coverage/') && path !== '/coverage/GB') continue;
    const { contentType } = await make({ generation: 'none', countries: {} }, '2026-11-21');
    if (contentType.startsWith('text/html')) paths.push(path);
  }
  return paths;
}

const STATIC_PATHS = await pagePaths();

describe('every page of the site', () => {
  const sample = sampleInBrowser('site');
  let company: string;
  /** Opens all pages in turn. Nothing is cached while requests are watched, so each page loads as for a new visitor. */
  let wide: WatchedPage;
  before(async () => {
    wide = await watchedPage(sample.browser, [sample.address], WIDE);
    const found = (await (await fetch(`${sample.address}/v1/search?q=nordlys&limit=1`)).json()) as SearchPage;
    company = `/companies/${found.data[0]?.id}`;
  });

  const paths = [
    ...STATIC_PATHS.map((path) => [path, () => path] as const),
    ['/search', () => '/search'] as const,
    ['how a text folds', () => '/developers/matching?text=Konera'] as const,
    ['a search', () => '/search?q=nor&country=all'] as const,
    ['a search that is refused', () => '/search?q=no'] as const,
    ['a company', () => company] as const,
    ['a company that is not there', () => '/companies/co_0000000000000000000000zzzz'] as const,
    ['an unknown path', () => '/nowhere'] as const,
  ];
  for (const [i, [name, pathOf]] of paths.entries()) {
    const scheme = i % 2 === 0 ? 'light' : 'dark';
    test(`is accessible (in ${scheme} colours), keeps its budget, does not shift, fits a narrow screen, requests nothing from other origins, keeps its policy: ${name}`, async () => {
      const { page, strangers, complaints } = wide;
      await page.setViewportSize(WIDE.viewport);
      const status = (await page.goto(sample.address + pathOf()))?.status() ?? 0;
      const { bytes, requests, shift, moved } = await pageLoad(page);
      assert.ok(bytes > 1000 && bytes <= PAGE_BUDGET.bytes, `${bytes} bytes`);
      assert.ok(requests <= PAGE_BUDGET.requests, `${requests} requests`);
      assert.ok(shift < SHIFT_MAX, `${shift}: ${moved.join(' ')}`);
      assert.deepEqual(await axeFindings(page, [scheme]), []);
      await page.setViewportSize(NARROW);
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= NARROW.width, 'fits');
      assert.deepEqual(strangers.splice(0), []);
      // A browser reports a failing status of the page itself as an error of loading.
      assert.deepEqual(
        complaints.splice(0).filter((text) => status < 400 || !text.includes(`status of ${status}`)),
        [],
      );
    });
  }

  test('no page with a script shifts on a narrow screen', async () => {
    for (const path of [
      '/',
      '/search',
      '/coverage',
      company,
      '/developers',
      '/developers/company-search',
      '/developers/reference',
    ]) {
      const { page, close } = await watchedPage(sample.browser, [sample.address], {
        viewport: { width: 390, height: 844 },
      });
      await page.goto(sample.address + path);
      const { shift, moved } = await pageLoad(page);
      assert.ok(shift < SHIFT_MAX, `${path}: ${shift}: ${moved.join(' ')}`);
      await close();
    }
  });

  test('every company page is accessible and fits a narrow screen: each lifecycle state, long and foreign names, a hundred officers', async () => {
    const { page, strangers, complaints, close } = await watchedPage(sample.browser, [sample.address], {
      viewport: NARROW,
    });
    const lines = readFileSync(join(import.meta.dirname, '..', '..', 'tools', 'sample', 'companies.ndjson'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as RegisterLine);
    const special = [
      ...new Map(lines.map((line) => [line.lifecycle?.status ?? 'active', line])).values(),
      ...['Škriljograd', 'ΑΜΠΕΛΟΡΑΧΗ', 'AS "Ābolkrūze"'].map((start) =>
        lines.find(({ name }) => name?.startsWith(start)),
      ),
    ];
    for (const [i, line] of special.entries()) {
      await page.goto(`${sample.address}/companies/${lineId(line)}`);
      assert.deepEqual(await axeFindings(page, [i % 2 === 0 ? 'light' : 'dark']), [], line?.name);
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= NARROW.width, line?.name);
    }
    assert.deepEqual([strangers, complaints], [[], []]);
    await close();
  });

  test('a country of the map says what it holds, by pointer and by arrow keys, and opens its entry', async () => {
    const { page, complaints, close } = await watchedPage(sample.browser, [sample.address], WIDE);
    await page.goto(`${sample.address}/coverage`);
    const tooltip = page.getByRole('tooltip');
    await page.locator('.map a[href="#PL"] path').hover();
    assert.match(await tooltip.innerText(), /^Poland: \d+ companies, /);
    await page.keyboard.press('Escape');
    await page.locator('.map a[href="#PL"] path').click();
    assert.equal(new URL(page.url()).hash, '#PL');
    await page.locator('details#PL[open] .more').waitFor();
    const isSeen = `document.querySelector('details:target').getBoundingClientRect().top < innerHeight`;
    assert.ok(await page.evaluate<boolean>(isSeen));
    // The map is one stop of the Tab key; the arrow keys move to neighbours.
    await page.locator('.map a[href="#CZ"]').focus();
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate('document.activeElement.getAttribute("href")'), '#PL');
    assert.match(await tooltip.innerText(), /^Poland: /);
    assert.equal(await page.locator('.map a[tabindex="0"]').count(), 1);
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate('document.activeElement.getAttribute("href")'), '#UA');
    assert.deepEqual(complaints, []);
    await close();
  });

  test('the header is one row on a phone, and its menu opens without scripts', async () => {
    const { page, close } = await watchedPage(sample.browser, [sample.address], {
      viewport: PHONE,
      javaScriptEnabled: false,
    });
    await page.goto(sample.address);
    const { height = 0 } = (await page.locator('header').boundingBox()) ?? {};
    assert.ok(height > 0 && height < 80, `${height} pixels`);
    await page.getByText('Menu', { exact: true }).click();
    await page.locator('.menu a', { hasText: 'Coverage' }).click();
    assert.equal(new URL(page.url()).pathname, '/coverage');
    await close();
  });

  test('lists and tables fold on a phone: no page of data is longer than ten screens', async () => {
    const { page, close } = await watchedPage(sample.browser, [sample.address], { viewport: PHONE });
    for (const path of ['/', '/coverage', '/status', '/search?q=nor', company]) {
      await page.goto(sample.address + path);
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      assert.ok(height <= 10 * PHONE.height, `${path}: ${height} pixels`);
    }
    await close();
  });

  test('the same search box, with type-ahead and filter, finds from the first page and from that of the results', async () => {
    const { page, complaints, close } = await watchedPage(sample.browser, [sample.address], WIDE);
    for (const path of ['/', '/search', '/search?q=nor&country=NO']) {
      await page.goto(sample.address + path);
      const field = page.getByRole('combobox', { name: 'Name or business ID' });
      await field.fill('nordlysmyr');
      await page.locator('company-search [role=option]').first().waitFor();
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/q=nordlysmyr/);
      assert.equal(new URL(page.url()).searchParams.get('country'), path.includes('NO') ? 'NO' : 'all');
      assert.equal(await field.inputValue(), 'nordlysmyr');
      assert.match(await page.locator('h2').first().innerText(), /^[\d,]+ compan(y|ies) found for/);
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  test('a button copies a number, and says so', async () => {
    const { page, close } = await watchedPage(sample.browser, [sample.address], {
      ...WIDE,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(sample.address + company);
    await page.getByRole('button', { name: 'Copy the permanent ID' }).click();
    await page.getByText('Copied').first().waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), company.split('/').at(-1));
    await close();
  });
});
