/** The effects of scripts on the pages for developers, in a real browser. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeFindings, watchedPage } from './browser.ts';
import { assertPrinted, siteExamples } from './site-examples.ts';
import { sampleInBrowser } from './sample-in-browser.ts';

describe('a page for developers', () => {
  const sample = sampleInBrowser('developers');

  test('has examples for browsers that print the shown output, on a page of another origin', async () => {
    const examples = (await siteExamples(sample.address)).filter(({ runner }) => runner === 'browser');
    assert.ok(examples.length > 0);
    const context = await sample.browser.newContext();
    for (const example of examples) {
      const page = await context.newPage();
      const printed: string[] = [];
      page.on('console', (message) => printed.push(message.text()));
      // Runs as a module in a page without an address.
      await page.evaluate(`(async () => {${example.code}})()`);
      assertPrinted(example, printed.join('\n'));
    }
    await context.close();
  });

  test('sends live requests from the reference and shows their responses, accessible in light and dark, wide and narrow', async () => {
    const { page, strangers, complaints, close } = await watchedPage(sample.browser, [sample.address], {
      viewport: { width: 1280, height: 900 },
    });
    await page.goto(`${sample.address}/developers/reference`);
    await page.getByRole('button', { name: 'Send requests from this page' }).click();
    for (const [operation, shown] of [
      ['Search-searchCompanies', '"lifecycle"'],
      ['Companies-getCompany', '"identifiers"'],
    ] as const) {
      const block = page.locator(`#operations-${operation}`);
      await block.locator('.opblock-summary-control').click();
      // One company is enough: axe-core takes long on a long response.
      const limit = block.locator('tr[data-param-name=limit] input');
      if ((await limit.count()) > 0) await limit.fill('1');
      await block.locator('button.execute').click();
      await block.locator('.live-responses-table .response-col_description pre').filter({ hasText: shown }).waitFor();
      assert.ok(
        (await block.locator('.live-responses-table').innerText()).includes('"attribution": "Powered by openfirma"'),
      );
    }
    assert.equal(await page.locator('#load').count(), 0);
    assert.deepEqual(await axeFindings(page), []);
    await page.setViewportSize({ width: 320, height: 640 });
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320, 'fits');
    assert.deepEqual([strangers, complaints], [[], []]);
    await close();
  });

  test('shows the reference without scripts', async () => {
    const { page, close } = await watchedPage(sample.browser, [sample.address], { javaScriptEnabled: false });
    await page.goto(`${sample.address}/developers/reference`);
    const text = await page.locator('main').innerText();
    for (const word of ['GET /v1/companies/{company_id}/officers', 'next_cursor', 'rate_limited', 'OfficerPage'])
      assert.ok(text.includes(word), word);
    await close();
  });

  test('of the form field: its preview explains itself, its switches change the snippet, which can be copied', async () => {
    const { page, strangers, complaints, close } = await watchedPage(sample.browser, [sample.address]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${sample.address}/developers/company-search`);
    await page.getByRole('combobox', { name: 'Company' }).pressSequentially('nordlysmyr');
    await page.locator('#preview [role=option]').first().click();
    const log = page.locator('.log');
    await log.getByText(/company-selected {2}NORDLYSMYR ENK co_\w{26}/).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await log.getByText(/The form sends {4}company=co_\w{26}/).waitFor();
    await page.getByRole('checkbox', { name: 'country-picker' }).uncheck();
    await page.getByRole('checkbox', { name: 'disabled' }).check();
    assert.ok(await page.getByRole('combobox', { name: 'Company' }).isDisabled());
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      `<script type="module" src="${sample.address}/company-search.js"></script>

<company-search
  name="company"
  label="Company"
  required
  allow-unlisted
  disabled></company-search>`,
    );
    assert.deepEqual([strangers, complaints], [[], []]);
    await close();
  });

  for (const width of [390, 1280])
    test(`never has code below the button that copies it, also where a line is scrolled: ${width} pixels`, async () => {
      const { page, close } = await watchedPage(sample.browser, [sample.address], { viewport: { width, height: 900 } });
      for (const path of ['/developers', '/developers/company-search', '/developers/details']) {
        await page.goto(sample.address + path);
        await page.locator('.copied').first().waitFor();
        const covered = await page.evaluate<string[]>(`[...document.querySelectorAll('.copied')].flatMap((box) => {
          const [pre, button] = box.children;
          const { left, bottom } = button.getBoundingClientRect();
          const frame = pre.getBoundingClientRect();
          const isBeside = frame.left + pre.clientLeft + pre.clientWidth <= left;
          return isBeside || frame.top + pre.clientTop >= bottom ? [] : [pre.innerText.slice(0, 40)];
        })`);
        assert.deepEqual(covered, [], path);
      }
      await close();
    });

  test('shows another language without scripts', async () => {
    const { page, close } = await watchedPage(sample.browser, [sample.address], { javaScriptEnabled: false });
    await page.goto(`${sample.address}/developers`);
    const python = page.getByText('import json');
    assert.ok(!(await python.isVisible()));
    await page.getByText('Python', { exact: true }).click();
    assert.ok(await python.isVisible());
    await close();
  });

  test('shows while somebody types how a text folds, and the same without scripts by its button', async () => {
    const { page, strangers, complaints, close } = await watchedPage(sample.browser, [sample.address]);
    await page.goto(`${sample.address}/developers/matching`);
    await page.locator('#text').fill('Škoda Žižkov a.s.');
    await page.locator('#folded code', { hasText: 'skoda zizkov as' }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    assert.deepEqual([strangers, complaints], [[], []]);
    await close();
    const plain = await watchedPage(sample.browser, [sample.address], { javaScriptEnabled: false });
    await plain.page.goto(`${sample.address}/developers/matching`);
    await plain.page.locator('#text').fill('Ångström');
    await plain.page.locator('form.fold button').click();
    await plain.page.locator('#folded code', { hasText: 'angstrom' }).waitFor();
    assert.equal(await plain.page.locator('#text').inputValue(), 'Ångström');
    await plain.close();
  });
});
