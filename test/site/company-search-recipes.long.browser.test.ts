/** The recipes of `<company-search>` for plain HTML, React, Vue and Svelte fill their forms in a real Chromium. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { packClient } from '../../clients/javascript/emit.ts';
import { openForm, readValues } from './component-context.ts';
import { servePage } from './component-page.ts';
import { FRAMEWORK_NAMES, recipe, recipeScript } from './recipe-pages.ts';
import { sampleInBrowser } from './sample-in-browser.ts';

suite('The recipe of the form field', () => {
  const sample = sampleInBrowser('recipes', { TRUSTED_PROXIES: '127.0.0.1' });
  const client = join(sample.folder, 'node_modules', 'openfirma-client');
  before(() => packClient(client));

  /** Chooses the Swedish company, then the Danish one. */
  async function choose(page: Page, number: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Supplier' }).fill('nordlysmyr handel');
    await page.getByRole('option').filter({ hasText: number }).click();
    await page.getByRole('status').getByText('Filled in: ').waitFor();
  }

  test('for plain HTML fills its form', async (t) => {
    const served = await servePage(sample.address, recipe('HTML', 'html', sample.address));
    t.after(served.close);
    const { page, complaints } = await openForm(t, sample.browser, served.address);
    await choose(page, '556010-1981');
    assert.deepEqual(await readValues(page), {
      number: '556010-1981',
      vat: 'SE556010198101',
      address: 'Råglinda Bygg 6',
      'postal-code': '29933',
      town: 'Ålkistaby',
      land: 'Sweden',
    });
    assert.deepEqual(complaints, []);
  });

  for (const name of FRAMEWORK_NAMES)
    test(`for ${name} fills its form and updates the state of the framework`, async (t) => {
      const script = await recipeScript(name, sample.address, client);
      const served = await servePage(sample.address, '<div id="app"></div>');
      t.after(served.close);
      const { page, complaints } = await openForm(t, sample.browser, served.address, { bypassCSP: true });
      await page.addScriptTag({ content: script, type: 'module' });
      await choose(page, '556010-1981');
      const id = await page.evaluate<string>("document.querySelector('company-search').value");
      await page.getByText(`${id}, Nordlysmyr Handel AS, Råglinda Bygg 6, Ålkistaby`).waitFor();
      await choose(page, '31002362');
      const next = await page.evaluate<string>("document.querySelector('company-search').value");
      assert.notEqual(next, id);
      await page
        .locator('p')
        .getByText(new RegExp(`^${next}, .+, Tangelund am See$`))
        .waitFor();
      await page.getByRole('combobox', { name: 'Supplier' }).fill('Zwirbelhuber');
      await page.getByRole('option').filter({ hasText: 'Not listed' }).click();
      await page
        .locator('p')
        .getByText(/^, Zwirbelhuber, , $/)
        .waitFor();
      assert.deepEqual(await page.evaluate('[...new FormData(document.forms[0])].slice(0, 3)'), [
        ['supplier', ''],
        ['supplier-name', 'Zwirbelhuber'],
        ['supplier-unlisted', 'no_match'],
      ]);
      assert.deepEqual(complaints, []);
    });
});
