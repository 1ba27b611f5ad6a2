/** `<company-search>` in a real Chromium, with texts that no name begins with. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { buildSnapshot } from '../../src/build/index.ts';
import { startService, stopService } from '../fixtures/serving.ts';
import { axeFindings } from './browser.ts';
import { openForm } from './component-context.ts';
import { servePage } from './component-page.ts';
import { sampleInBrowser } from './sample-in-browser.ts';

const SIMILAR = '/details/v1/similar';
const TYPED = 'nordlysmir';

/** The message of the list in each language of the field. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: `No company begins with “${TYPED}”. Did you mean:`,
  cs: `Žádná firma nezačíná na „${TYPED}“. Měli jste na mysli:`,
  da: `Ingen virksomhed begynder med “${TYPED}”. Mente du:`,
  de: `Keine Firma beginnt mit „${TYPED}“. Meinten Sie:`,
  es: `Ninguna empresa empieza por «${TYPED}». ¿Quiso decir:`,
  et: `Ükski ettevõte ei alga tekstiga „${TYPED}“. Kas mõtlesite:`,
  fi: `Minkään yrityksen nimi ei ala tekstillä ”${TYPED}”. Tarkoititko:`,
  fr: `Aucune entreprise ne commence par « ${TYPED} ». Vouliez-vous dire :`,
  it: `Nessuna impresa inizia con «${TYPED}». Forse cercava:`,
  nb: `Ingen foretak begynner med «${TYPED}». Mente du:`,
  nl: `Geen bedrijf begint met ‘${TYPED}’. Bedoelde u:`,
  pl: `Żadna firma nie zaczyna się od „${TYPED}”. Czy chodziło o:`,
  sv: `Inget företag börjar med ”${TYPED}”. Menade du:`,
};

suite('<company-search> for a misspelt name', () => {
  const sample = sampleInBrowser('similar', { TRUSTED_PROXIES: '127.0.0.1' });

  /** Opens a page with a form around fields of a service. */
  async function open(t: TestContext, fields: string, service = sample.address) {
    const served = await servePage(
      service,
      `<script type="module" src="${service}/company-search.js"></script>
<h1>Order</h1><form action="/next">${fields}<button>Send</button></form>`,
    );
    t.after(served.close);
    const opened = await openForm(t, sample.browser, served.address);
    const field = opened.page.locator('company-search').first();
    return {
      ...opened,
      field,
      input: field.getByRole('combobox'),
      options: field.getByRole('option'),
      notice: field.locator('.notice'),
      status: field.getByRole('status'),
      asked: () => opened.requested.filter((path) => path.endsWith(SIMILAR)).length,
    };
  }

  const FIELD = '<company-search name="supplier" label="Supplier" required allow-unlisted></company-search>';
  const chosen = (page: Page) =>
    page.evaluate(
      "(({ company, validity }) => [company?.name, validity.valid])(document.querySelector('company-search'))",
    );

  test('offers similar names, which can be chosen by keyboard, beside the typed name', async (t) => {
    const { page, input, options, notice, status, asked, complaints } = await open(t, FIELD);
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(TYPED);
    await options.filter({ hasText: 'NORDLYSMYR ENK' }).waitFor();
    assert.equal(await notice.textContent(), SENTENCES['en']);
    assert.equal(await status.textContent(), `${SENTENCES['en']} Not listed: use “${TYPED}” as typed`);
    assert.deepEqual(
      [await options.count(), await options.last().textContent()],
      [6, `Not listed: use “${TYPED}” as typed`],
    );
    assert.deepEqual(await axeFindings(page), []);
    await page.keyboard.press('ArrowDown');
    assert.equal(await input.getAttribute('aria-activedescendant'), 'option-0');
    await page.keyboard.press('Enter');
    assert.deepEqual(await chosen(page), ['NORDLYSMYR ENK', true]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/next\?supplier=co_\w{26}$/);
    assert.equal(asked(), 1);
    assert.deepEqual(complaints, []);
  });

  test('says in the form that the typed name was not found, though similar ones were', async (t) => {
    const { page, input, options } = await open(t, FIELD);
    await input.fill(TYPED);
    await options.filter({ hasText: 'Not listed' }).click();
    const reason = await page.evaluate("document.querySelector('company-search').unlisted.reason");
    assert.equal(reason, 'no_match');
  });

  test('says so in every language', async (t) => {
    const fields = Object.keys(SENTENCES).map((language) => `<company-search lang="${language}"></company-search>`);
    const { page } = await open(t, fields.join('\n'));
    for (const [i, sentence] of Object.values(SENTENCES).entries()) {
      const field = page.locator('company-search').nth(i);
      await field.getByRole('combobox').fill(TYPED);
      await field.locator('.notice').getByText(sentence, { exact: true }).waitFor();
      assert.equal(await field.getByRole('status').textContent(), sentence);
    }
  });

  test('asks once for a text, only when a search finds nothing, and in the country of the field', async (t) => {
    const { page, input, options, notice, asked } = await open(t, '<company-search country="SE"></company-search>');
    await input.fill('nordlysmyr');
    await options.first().waitFor();
    assert.equal(asked(), 0);
    await page.keyboard.type('ir handel', { delay: 20 });
    await notice.getByText('Did you mean').waitFor();
    for (const details of await options.locator('small').allTextContents()) assert.match(details, /Sweden/);
    assert.equal(asked(), 1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await notice.getByText('Did you mean').waitFor();
    assert.equal(asked(), 1);
    await input.fill('nordlysmyrir handels');
    await notice.getByText('handels').waitFor();
    assert.equal(asked(), 2);
  });

  test('finds nothing where no name is similar, or where the service limits requests', async (t) => {
    const { page, input, options, notice, asked } = await open(t, FIELD);
    await input.fill('xyzzy');
    await notice.getByText('No company found').waitFor();
    assert.deepEqual([await options.count(), asked()], [1, 1]);
    await input.fill('NO 9119');
    await notice.getByText('No company found').waitFor();
    assert.equal(asked(), 1, 'a number has no similar names');
    await page.route(`**${SIMILAR}?*`, async (route) => {
      await route.fulfill({ status: 429, headers: { 'retry-after': '1', 'access-control-allow-origin': '*' } });
    });
    await input.fill(TYPED);
    await notice.getByText('No company found').waitFor();
    assert.deepEqual([await options.count(), asked()], [1, 2]);
  });

  for (const [claim, settings, requests] of [
    ['whose data have no match index, which it asks once', {}, 1],
    ['without details, which it does not ask', { DOORS: 'none' }, 0],
  ] as const)
    test(`over a service ${claim}, says that nothing was found`, async (t) => {
      const [input, out] = [join(sample.folder, 'some.ndjson'), join(sample.folder, `${requests}.snapshot`)];
      writeFileSync(input, '{"key":"test-register:1","name":"Nordlysmyr Handel AS","country_code":"NO"}');
      await buildSnapshot({ inputs: [input], out });
      const service = await startService(sample.folder, ['--snapshot', out], settings);
      t.after(async () => await stopService(service));
      const { page, asked } = await open(t, FIELD + FIELD, service.address);
      for (const [n, text] of ['nordlysmir', 'nordlismyr', 'nordlysmir'].entries()) {
        const field = page.locator('company-search').nth(n % 2);
        await field.getByRole('combobox').fill(text);
        await field.getByText('No company found').first().waitFor();
        await field.getByRole('option').getByText('Not listed').waitFor();
        await page.keyboard.press('Escape');
      }
      assert.equal(asked(), requests);
    });
});
