/** The door "reconcile" used by OpenRefine itself: by its commands, and in its page in Chromium. Reports if OpenRefine is not installed. */
import { MATCH_INDEX } from '../../../extras/matching/index/name-index.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { freePort } from '../../fixtures/programs.ts';
import { buildSnapshot } from '../../../src/build/index.ts';
import type { ReconcileManifest } from '../../../extras/reconcile/schemas.ts';
import { startBrowser, watchedPage } from '../../site/browser.ts';
import { SAMPLE_FILE } from '../../fixtures/built-sample.ts';
import { OpenRefine, hasOpenRefine } from './openrefine-program.ts';
import { startService, stopService, type Running } from '../../fixtures/serving.ts';
import { until } from '../../fixtures/until.ts';

/** Names as somebody wrote them, with country and number in the list, and the name of the company that is meant, if there is one. */
const LIST: readonly (readonly [name: string, country: string, number: string, meant?: string])[] = [
  ['Aallokas Marjatila Oy', 'FI', '', 'Aallokas Marjatila Oy'],
  ['tvervik havbruk as', 'NO', '911000695', 'TVERVIK HAVBRUK AS'],
  ['Tvervik Havbrk ASA', 'Norway', '', 'TVERVIK HAVBRUK ASA'],
  ['quoted "Marjatila", & <b>Aallokas</b>', '', '01100716', 'Aallokas Marjatila Oy'],
  ['Zzqzzq Gmbh', 'DE', ''],
  ['', '', ''],
  // Two companies are equally likely.
  ['AALLOKAS MARJATILA OSAKEYHTIO', 'Finland', ''],
  // More rows than a batch has.
  ...Array.from({ length: 60 }, (_, i): [string, string, string] => [`Aallokas ${i}`, 'Nowhereland', '']),
];
const CSV = [
  'Firm,Country,Number',
  ...LIST.map((row) =>
    row
      .slice(0, 3)
      .map((text) => quoted(text ?? ''))
      .join(','),
  ),
].join('\n');

if (hasOpenRefine()) suite('OpenRefine itself', testOpenRefine);

function testOpenRefine(): void {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-openrefine-'));
  let refine: OpenRefine;
  let running: Running;
  let service = '';
  let manifest: ReconcileManifest;
  before(async () => {
    const snapshot = join(folder, 'matched.snapshot');
    await buildSnapshot({ nameIndex: async () => MATCH_INDEX, inputs: [SAMPLE_FILE], out: snapshot, match: true });
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    service = `${origin}/reconcile/v1`;
    const settings = { PORT: String(port), BASE_URL: origin, DOORS: 'reconcile' };
    [running, refine] = await Promise.all([
      startService(folder, ['--snapshot', snapshot], settings),
      OpenRefine.start(folder),
    ]);
    manifest = (await (await fetch(service)).json()) as ReconcileManifest;
  });
  after(async () => {
    await refine.stop();
    await stopService(running);
    rmSync(folder, { recursive: true });
  });

  test('guesses the type, reconciles with columns as properties, judges, and adds columns', async () => {
    const project = await refine.createProject('commands', CSV);
    const guess = await refine.post('guess-types-of-column', { project, columnName: 'Firm', service });
    const { types } = guess as { types: readonly { id: string }[] };
    assert.deepEqual(types.map(({ id }) => id), ['company']); // prettier-ignore

    const { identifierSpace, schemaSpace } = manifest;
    const columnDetails = [
      { column: 'Country', property: { id: 'country', name: 'Country' } },
      { column: 'Number', property: { id: 'number', name: 'Number' } },
    ];
    const type = { id: 'company', name: 'Company' };
    const config = { mode: 'standard-service', service, identifierSpace, schemaSpace, type, columnDetails, limit: 0 };
    const columnName = 'Firm';
    await refine.run(project, 'reconcile', { columnName, config: JSON.stringify({ ...config, autoMatch: true }) });
    const candidates = (await refine.rows(project)).map((row) => row.get('Firm')?.r);
    for (const [i, [name, , , meant]] of LIST.entries()) {
      const { m: match, c: list = [] } = candidates[i] ?? {};
      if (meant !== undefined) assert.equal((match ?? list[0])?.name, meant, name);
    }
    // The company is certain because of its number.
    assert.equal(candidates[1]?.j, 'matched');
    assert.deepEqual(candidates[4]?.c, []);
    assert.equal(candidates[5], undefined);
    assert.ok(candidates.slice(6).every((one) => (one?.c ?? []).length > 0 || one?.m !== undefined));

    await refine.run(project, 'recon-match-best-candidates', { columnName });
    const properties = ['name', 'national_registry_number', 'lifecycle'].map((id) => ({ id, name: id }));
    const extension = JSON.stringify({ properties });
    const preview = { project, columnName, rowIndices: '[0,1,4]', extension };
    const { rows } = (await refine.post('preview-extend-data', preview)) as { rows: unknown[][] };
    assert.deepEqual(rows, [
      ['Aallokas Marjatila Oy', 'Aallokas Marjatila Oy', '0110071-6', 'active'],
      ['TVERVIK HAVBRUK AS', 'TVERVIK HAVBRUK AS', '911000695', 'active'],
      ['<not reconciled>'],
    ]);
    const resultColumns = JSON.stringify(['Name', 'Registry number', 'Lifecycle']);
    const where = { baseColumnName: 'Firm', columnInsertIndex: '1', endpoint: service, identifierSpace, schemaSpace };
    await refine.run(project, 'extend-data', { ...where, extension, resultColumns });
    const extended = await refine.rows(project);
    assert.equal(extended.length, LIST.length);
    for (const [i, [, , , meant]] of LIST.entries())
      if (meant !== undefined) assert.equal(extended[i]?.get('Name')?.v, meant);
  });

  suite('in its page', () => {
    let browser: Browser;
    before(async () => {
      browser = await startBrowser();
    });
    after(async () => await browser.close());

    test('adds the service, and shows suggestions, candidates, previews and columns', async () => {
      const project = await refine.createProject('page', CSV);
      const { origin } = new URL(service);
      const { page, close } = await watchedPage(browser, [refine.origin, origin]);
      const refused: string[] = [];
      page.on('response', (answer) => {
        if (answer.url().startsWith(origin) && !answer.ok()) refused.push(`${answer.status()} ${answer.url()}`);
      });
      const choose = async (menu: string, entry: RegExp): Promise<void> => {
        await page.locator('.data-table .column-header-menu').nth(1).click();
        await page.getByText(menu, { exact: true }).hover();
        await page.getByText(entry).click();
      };

      await page.goto(`${refine.origin}/project?project=${project}`);
      await choose('Reconcile', /^Start reconciling/);
      await page.getByRole('button', { name: /Add standard service/i }).click();
      await page.locator('.dialog-body input').last().fill(service);
      await page.getByRole('button', { name: /Add service/i }).click();
      await page.locator('.recon-dialog-service-selector', { hasText: manifest.name }).waitFor();

      await page.locator('input[name=include][columnName=Country]').check();
      await page.locator('input[name=property][columnName=Country]').pressSequentially('coun');
      const item = page.locator('.fbs-item:visible').first();
      const flyout = page.locator('.fbs-flyout-pane:visible');
      await item.hover();
      await flyout.getByText('The country of the head office').waitFor();
      await item.click();
      await page.getByRole('button', { name: /Start Reconciling/i }).click();

      const candidate = page
        .locator('.data-table-recon-candidate a')
        .filter({ hasText: 'Aallokas Marjatila Ab' })
        .first();
      const heading = page.frameLocator('iframe').getByRole('heading', { name: 'Aallokas Marjatila Ab' });
      await until('a preview is shown', async () => {
        // Facets redraw the table, which removes a preview.
        await page.mouse.move(1, 1);
        await candidate.hover();
        const shown = heading.waitFor({ timeout: 5000 });
        return await shown.then(
          () => true,
          () => false,
        );
      });
      await page.mouse.move(1, 1);

      const cell = page.locator('.data-table-cell-content', { hasText: 'AALLOKAS MARJATILA OSAKEYHTIO' });
      await cell.getByText('Search for match').click();
      await item.hover();
      await flyout.getByText('Powered by').waitFor();
      await item.click();
      // The cell shows the name of the company that was chosen instead.
      await cell.waitFor({ state: 'detached' });

      await choose('Edit column', /^Add columns from reconciled values/);
      await page.locator('.suggested-property a', { hasText: /^Registry number$/ }).click();
      await page.getByText('configure', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'OK', exact: true }).click();
      await page.locator('.data-table .column-header', { hasText: 'Registry number' }).waitFor();
      assert.deepEqual(refused, []);
      await close();
    });
  });
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
