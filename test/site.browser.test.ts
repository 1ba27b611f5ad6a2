import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { SearchPage } from '../src/contract/index.ts';
import type { RegisterLine } from '../src/model/index.ts';
import { siteOf } from '../src/site/index.ts';
import { axeFindings, startBrowser, watchedPage } from './browser.ts';
import { lineId } from './service.ts';
import { startService, stopService, type Running } from './serving.ts';

const NARROW = { width: 320, height: 640 };
const WIDE = { viewport: { width: 1280, height: 900 } };

/** The paths of all pages that do not depend on what is asked for. */
async function pagePaths(): Promise<string[]> {
  const { documents } = siteOf({ baseUrl: 'https://a.test', siteUrl: 'https://a.test', dataProvider: 'Example' });
  const paths: string[] = [];
  for (const [path, make] of documents) {
    const { contentType } = await make({ generation: 'none', countries: {} }, '2026-11-21');
    if (contentType.startsWith('text/html')) paths.push(path);
  }
  return paths;
}

describe('every page of the site', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-site-'));
  let running: Running;
  let browser: Browser;
  let company: string;
  before(async () => {
    running = await startService(folder, ['--sample'], {});
    browser = await startBrowser();
    const found = (await (await fetch(`${running.address}/v1/search?q=nordlys&limit=1`)).json()) as SearchPage;
    company = `/companies/${found.data[0]?.id}`;
  });
  after(async () => {
    await browser.close();
    await stopService(running);
    rmSync(folder, { recursive: true });
  });

  const paths = [
    ...(await pagePaths()).map((path) => [path, () => path] as const),
    ['/search', () => '/search'] as const,
    ['how a text folds', () => '/developers/matching?text=Konera'] as const,
    ['a search', () => '/search?q=nor&country=all'] as const,
    ['a search that is refused', () => '/search?q=no'] as const,
    ['a company', () => company] as const,
    ['a company that is not there', () => '/companies/co_0000000000000000000000zzzz'] as const,
    ['an unknown path', () => '/nowhere'] as const,
  ];
  for (const [name, pathOf] of paths) {
    test(`is accessible in light and dark, fits a narrow screen, requests nothing from other origins, keeps its policy: ${name}`, async () => {
      const { page, strangers, complaints, close } = await watchedPage(browser, [running.address], WIDE);
      const status = (await page.goto(running.address + pathOf()))?.status() ?? 0;
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await axeFindings(page), []);
      }
      await page.setViewportSize(NARROW);
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= NARROW.width, 'fits');
      assert.deepEqual(strangers, []);
      // A browser reports the status of the page itself as an error of loading it.
      assert.deepEqual(
        complaints.filter((text) => status < 400 || !text.includes(`status of ${status}`)),
        [],
      );
      await close();
    });
  }

  test('every company page is accessible and fits a narrow screen: each lifecycle state, long and foreign names, a hundred officers', async () => {
    const { page, strangers, complaints, close } = await watchedPage(browser, [running.address], { viewport: NARROW });
    const lines = readFileSync(join(import.meta.dirname, '..', 'sample', 'companies.ndjson'), 'utf8')
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
      await page.emulateMedia({ colorScheme: i % 2 === 0 ? 'light' : 'dark' });
      await page.goto(`${running.address}/companies/${lineId(line)}`);
      assert.deepEqual(await axeFindings(page), [], line?.name);
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= NARROW.width, line?.name);
    }
    assert.deepEqual([strangers, complaints], [[], []]);
    await close();
  });

  test('a country of the map links to its row, and the keyboard skips the map', async () => {
    const { page, complaints, close } = await watchedPage(browser, [running.address], WIDE);
    await page.goto(`${running.address}/coverage`);
    await page.locator('.map a[href="#PL"] path').click();
    assert.equal(new URL(page.url()).hash, '#PL');
    assert.equal(await page.locator('tr:target th').innerText(), 'Poland');
    const isSeen = `document.querySelector('tr:target').getBoundingClientRect().top < innerHeight`;
    assert.ok(await page.evaluate<boolean>(isSeen));
    await page.goto(`${running.address}/coverage`);
    await page.locator('main').evaluate((main) => {
      main.tabIndex = -1;
      main.focus();
    });
    await page.keyboard.press('Tab');
    // The first link behind the map; the rows of a snapshot of the sample name no register to link to.
    assert.equal(await page.locator(':focus').innerText(), 'Status');
    assert.deepEqual(complaints, []);
    await close();
  });
});
