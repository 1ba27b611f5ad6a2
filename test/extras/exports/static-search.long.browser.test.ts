/** A search over exported files in a real Chromium, from a web server that supports only ranges. */
import assert from 'node:assert/strict';
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { StaticCompany, StaticPage, StaticSearch } from '../../../clients/javascript/src/static-search.ts';
import { exportStatic } from '../../../extras/exports/static/export-static.ts';
import { staticSearchFiles } from '../../../src/site/index.ts';
import { axeFindings, startBrowser, watchedPage } from '../../site/browser.ts';
import { exportAll } from './exported-data.ts';
import { localServer } from '../../fixtures/local-server.ts';
import { openSample, type Sample } from '../../fixtures/service.ts';
import { startService, stopService } from '../../fixtures/serving.ts';
import { exported } from './static-search.suite.ts';
import { until } from '../../fixtures/until.ts';

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', json: 'application/json' };

/** Serves the files of a folder, whole or in ranges. */
function serveFiles(folder: string): RequestListener {
  return (request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    const facts = statSync(join(folder, name), { throwIfNoEntry: false });
    if (facts === undefined) {
      response.writeHead(404).end();
      return;
    }
    const [range, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const [start, end] = range === undefined ? [0, facts.size - 1] : [Number(first), Number(last)];
    response.writeHead(range === undefined ? 200 : 206, {
      'content-type': TYPES[name.split('.')[1] ?? ''] ?? 'application/octet-stream',
      'content-length': end - start + 1,
      ...(range !== undefined && { 'content-range': `bytes ${start}-${end}/${facts.size}` }),
    });
    createReadStream(join(folder, name), { start, end }).pipe(response);
  };
}

/** Returns a company as the results of a search without a server show it. */
function shown({ id, name, country_code: country }: StaticCompany): StaticCompany {
  return { id, ...(name !== undefined && { name }), ...(country !== undefined && { country_code: country }) };
}

suite('A search over exported files in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-static-'));
  let browser: Browser;
  let sample: Sample;
  before(async () => {
    sample = await openSample();
    await exported(sample.path, folder);
    for (const [name, text] of staticSearchFiles()) writeFileSync(join(folder, name), text);
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await sample.close();
    rmSync(folder, { recursive: true });
  });

  test('finds the same as the API: names and numbers of the sample, cut anywhere, in all countries and in one', async (t) => {
    const { base } = await localServer(t, serveFiles(folder));
    const { page, complaints, close } = await watchedPage(browser, [base]);
    await page.goto(base);
    const asked: { q: string; country?: string }[] = [];
    for (const [i, { name = '', country_code: country, identifiers = [] }] of sample.lines.entries()) {
      if (i % 4 !== 0) continue;
      for (const text of [name, ...identifiers.map(({ value }) => value)]) {
        const chars = Array.from(text);
        const q = chars.slice(0, 3 + (i % Math.max(1, Math.min(58, chars.length - 2)))).join(''); // prettier-ignore
        if (q.trim().length < 3) continue;
        asked.push({ q }, ...(country === undefined ? [] : [{ q, country }]));
      }
    }
    assert.ok(asked.length > 200, String(asked.length));
    const given = await page.evaluate(
      async ({ questions, at }) => {
        const { StaticSearch: Search } = (await import(`${at}/static-search.js`)) as {
          StaticSearch: typeof StaticSearch;
        };
        const search = await Search.open(at);
        const pages: StaticPage[] = [];
        for (const question of questions) pages.push(await search.search({ ...question, limit: 5 }));
        return pages;
      },
      { questions: asked, at: base },
    );
    for (const [i, { q, country }] of asked.entries()) {
      const want = sample.reader.search(q, country, 5, 0);
      const companies = (JSON.parse(`[${String(want.json)}]`) as StaticCompany[]).map(shown);
      assert.deepEqual(given[i]?.data, companies, q);
      // The files number companies by block, the snapshot by rank.
      assert.equal(given[i]?.next === undefined, want.next === undefined, q);
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  test('the page of the export finds companies during typing, in any alphabet', async (t) => {
    const { base } = await localServer(t, serveFiles(folder));
    const { page, complaints, strangers, close } = await watchedPage(browser, [base]);
    await page.goto(base);
    const names = (): Promise<string[]> => page.locator('#found li').allInnerTexts();
    await page.getByLabel('Name or business ID').fill('Übr');
    await until('it has searched', async () => (await page.getByRole('status').innerText()) === 'Nothing found.');
    await page.getByLabel('Name or business ID').fill('nordlysmyr');
    await until('a company is found', async () => (await names()).length > 0);
    assert.match((await names()).join('\n'), /NORDLYSMYR ENK, NO\n\s*co_[0-9a-z]{26}/);
    assert.equal(await page.locator('#attribution').innerText(), 'Powered by a test');
    await page.getByLabel('Name or business ID').fill('no');
    await until('it says what to type', async () => /3 to 64/.test(await page.getByRole('status').innerText()));
    assert.deepEqual(await axeFindings(page, ['light']), []);
    assert.deepEqual([complaints, strangers], [[], []]);
    await close();
  });

  test('a service with the door "data" serves the page', async (t) => {
    const exports = join(folder, 'exports');
    const yieldIfDue = (): undefined => undefined;
    await exportStatic({ snapshot: sample.path, into: exports, attribution: 'Powered by a test', besides: staticSearchFiles(), yieldIfDue }); // prettier-ignore
    const settings = { DATA_DIR: 'data', DOORS: 'data', EXPORTS_DIR: exports };
    const running = await startService(folder, ['--snapshot', sample.path], settings);
    t.after(() => stopService(running));
    const { page, complaints, close } = await watchedPage(browser, [running.address]);
    await page.goto(`${running.address}/data/latest/index.html`);
    await page.getByLabel('Name or business ID').fill('nordlysmyr');
    await until('a company is found', async () => (await page.locator('#found li').count()) > 0);
    // The page of the site about static search searches the same files.
    await page.goto(`${running.address}/developers/static-search`);
    await page.getByLabel('Name or business ID').fill('nordlysmyr');
    const first = page.locator('#static-search li a').first();
    await first.waitFor();
    assert.match(await first.innerText(), /^NORDLYSMYR/);
    assert.match(
      await page.locator('#static-search [role=status]').innerText(),
      /^\d+ shown: \d requests and \d+ bytes/,
    );
    assert.deepEqual(await axeFindings(page, ['light']), []);
    await first.click();
    await page.waitForURL(/\/companies\/co_/);
    // An export of another kind can replace the present export only after somebody has removed it.
    await assert.rejects(exportAll(sample.path, exports, { formats: ['csv'] }), /has other formats/);
    rmSync(exports, { recursive: true });
    await exportAll(sample.path, exports, { formats: ['csv'] });
    await page.goto(`${running.address}/developers/static-search`);
    assert.deepEqual(complaints, []);
    await page.getByLabel('Name or business ID').fill('nordlysmyr');
    await page.getByText('This service has no such files').waitFor();
    await close();
  });
});
