/** A form with a required `<company-search>` in a real Chromium, filled in by people whose company no register lists. */
import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../fixtures/until.ts';
import { axeFindings } from './browser.ts';
import { openForm, readValues } from './component-context.ts';
import { servePage } from './component-page.ts';
import { sampleInBrowser } from './sample-in-browser.ts';

/** A name that the sample does not have. */
const NAME = 'Zwirbelhuber Töpferei';

/** The last row of the list in each language of the field. */
const ROWS: Readonly<Record<string, string>> = {
  en: `Not listed: use “${NAME}” as typed`,
  cs: `Není v seznamu: použít „${NAME}“ tak, jak je napsáno`,
  da: `Ikke på listen: brug “${NAME}” som skrevet`,
  de: `Nicht aufgeführt: „${NAME}“ wie eingegeben verwenden`,
  es: `No está en la lista: usar «${NAME}» tal como está escrito`,
  et: `Pole loendis: kasuta „${NAME}“ nii, nagu kirjutatud`,
  fi: `Ei luettelossa: käytä nimeä ”${NAME}” sellaisenaan`,
  fr: `Absente de la liste : utiliser « ${NAME} » tel que saisi`,
  it: `Non in elenco: usare «${NAME}» come digitato`,
  nb: `Ikke på listen: bruk «${NAME}» som skrevet`,
  nl: `Niet vermeld: ‘${NAME}’ gebruiken zoals getypt`,
  pl: `Nie ma na liście: użyj „${NAME}” tak, jak wpisano`,
  sv: `Finns inte i listan: använd ”${NAME}” som det är skrivet`,
};

suite('<company-search> for a company that no register lists', () => {
  const sample = sampleInBrowser('unlisted', { TRUSTED_PROXIES: '127.0.0.1' });

  /** Opens a page with a form around a required field with these attributes. */
  async function formWith(
    t: TestContext,
    attributes: string,
    controls = '<label>Number <input name="number"></label>',
  ) {
    const served = await servePage(
      sample.address,
      `<script type="module" src="${sample.address}/company-search.js"></script>
<h1>Order</h1><form action="/next"><company-search id="c" name="supplier" label="Supplier" required ${attributes}></company-search>
${controls}<button>Send</button></form>`,
    );
    t.after(served.close);
    const opened = await openForm(t, sample.browser, served.address);
    const field = opened.page.locator('#c');
    return { ...opened, field, input: field.getByRole('combobox'), status: field.getByRole('status') };
  }

  const sent = (page: Page): [string, string][] => [...new URL(page.url()).searchParams];

  for (const [language, row] of Object.entries(ROWS))
    test(`sends the form by keyboard only, in the language ${language}`, async (t) => {
      const { page, field, input, status, complaints } = await formWith(t, `allow-unlisted lang="${language}"`);
      await page.keyboard.press('Tab');
      await page.keyboard.insertText(NAME);
      await field.getByRole('option').getByText(row, { exact: true }).waitFor();
      await status.getByText(row).waitFor();
      await page.keyboard.press('ArrowUp');
      assert.equal(await input.getAttribute('aria-activedescendant'), 'option-0');
      await page.keyboard.press('Enter');
      assert.match((await status.textContent()) ?? '', new RegExp(NAME));
      assert.equal(await status.textContent(), await field.locator('#note').textContent());
      await page.keyboard.press('Tab');
      await page.keyboard.insertText('4711');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/next\?/);
      assert.deepEqual(sent(page), [
        ['supplier', ''],
        ['supplier-name', NAME],
        ['supplier-unlisted', 'no_match'],
        ['number', '4711'],
      ]);
      assert.deepEqual(complaints, []);
    });

  test('offers the typed text last, below the companies, and never without the attribute', async (t) => {
    const { page, field, input } = await formWith(t, 'allow-unlisted');
    await input.fill('nordlysmyr');
    const row = field.getByRole('option').last();
    await row.getByText('Not listed: use “nordlysmyr” as typed').waitFor();
    assert.ok((await field.getByRole('option').count()) > 1);
    assert.deepEqual(await axeFindings(page), []);
    await page.evaluate(`globalThis.events = [];
      for (const type of ['company-selected', 'company-unlisted', 'change'])
        document.addEventListener(type, ({ detail }) => events.push([type, detail ?? null]))`);
    await row.click();
    const unlisted = { name: 'nordlysmyr', reason: 'none_chosen' };
    assert.deepEqual(await page.evaluate('events'), [
      ['company-unlisted', unlisted],
      ['change', null],
    ]);
    const state = `(({ value, unlisted, query, validity }) => [value, unlisted ?? null, query, validity.valid])(document.querySelector('#c'))`;
    assert.deepEqual(await page.evaluate(state), ['', unlisted, 'nordlysmyr', true]);
    // As React does after each change.
    await page.evaluate("document.querySelector('#c').value = ''");
    assert.deepEqual(await page.evaluate(state), ['', unlisted, 'nordlysmyr', true]);
    await input.press('End');
    await page.keyboard.type('x');
    assert.deepEqual(await page.evaluate(state), ['', null, 'nordlysmyrx', false]);
    await page.evaluate("document.querySelector('#c').allowUnlisted = false");
    await input.fill('nordlysmyr');
    await field.getByRole('status').getByText('companies found').waitFor();
    assert.equal(await field.getByRole('option').getByText('Not listed').count(), 0);
  });

  test('uses the text that was searched, though another company was chosen meanwhile', async (t) => {
    const { page, field, input } = await formWith(t, 'allow-unlisted fill', '<input name="number">');
    await input.fill('nordlysmyr');
    await field.getByRole('option').first().click();
    await field.getByRole('status').getByText('Filled in: ').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.deepEqual(await page.evaluate("document.querySelector('#c').unlisted.name"), 'nordlysmyr');
    await until('the number is cleared', async () => (await readValues(page))['number'] === '');
  });

  test('offers a text that is too short to search, and one whose search failed', async (t) => {
    const { page, field, input } = await formWith(t, 'allow-unlisted');
    await input.fill('Q8');
    await page.keyboard.press('ArrowDown');
    await field.getByRole('option').getByText('“Q8”').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const reason = async () => await page.evaluate("document.querySelector('#c').unlisted?.reason");
    assert.equal(await reason(), 'too_short');
    await page.route('**/v1/search?*', (route) => route.abort());
    await input.fill(NAME);
    await field.locator('.notice').getByText('cannot be reached').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.equal(await reason(), 'search_failed');
  });

  test('keeps the typed name after Back, and forgets it after a reset', async (t) => {
    const { page, field, input } = await formWith(t, 'allow-unlisted', '<button type="reset">Reset</button>');
    await input.fill(NAME);
    await field.getByRole('option').click();
    const entries = '[...new FormData(document.forms[0])]';
    const before = await page.evaluate<string[][]>(entries);
    assert.deepEqual(before[1], ['supplier-name', NAME]);
    await page.goto('about:blank');
    await page.goBack();
    await until('the name is back', async () => (await input.inputValue()) === NAME);
    assert.deepEqual((await page.evaluate<string[][]>(entries))[1]?.[1], NAME);
    await page.evaluate("document.querySelector('#c').name = 'buyer'");
    assert.deepEqual((await page.evaluate<string[][]>(entries))[1], ['buyer-name', NAME]);
    await page.getByText('Reset').click();
    assert.deepEqual(await page.evaluate(entries), []);
    assert.equal(await input.inputValue(), '');
  });

  test('a form does not send its fallback field beside the typed name', async (t) => {
    const { page, field, input } = await formWith(t, 'allow-unlisted');
    await page.evaluate(
      `document.querySelector('#c').outerHTML =
      '<company-search id="c" name="supplier" allow-unlisted><input name="supplier-name" required></company-search>'`
        .replace(
          'outerHTML =',
          'outerHTML = globalThis.trustedTypes.createPolicy("t", { createHTML: (html) => html }).createHTML(',
        )
        .concat(')'),
    );
    await input.fill(NAME);
    await field.getByRole('option').click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/\/next\?/);
    assert.deepEqual(
      sent(page).filter(([name]) => name === 'supplier-name'),
      [['supplier-name', NAME]],
    );
  });
});

suite('<company-search> in use', () => {
  const sample = sampleInBrowser('in-use', { TRUSTED_PROXIES: '127.0.0.1' });

  async function open(t: TestContext) {
    const served = await servePage(
      sample.address,
      `<script type="module" src="${sample.address}/company-search.js"></script>
<form><company-search id="c" name="supplier" label="Supplier" fill></company-search>
<input name="number"><input name="vat"><input name="locality"><select name="country"><option>-<option>SE</select></form>`,
    );
    t.after(served.close);
    const { page } = await openForm(t, sample.browser, served.address);
    const field = page.locator('#c');
    const input = field.getByRole('combobox');
    return {
      page,
      field,
      input,
      options: field.getByRole('option'),
      status: field.getByRole('status'),
      notice: field.locator('.notice'),
    };
  }

  test('editing the text after a choice clears what the choice filled, and keeps what was typed', async (t) => {
    const { page, input, options, status } = await open(t);
    await page.locator('[name=locality]').fill('My town');
    await input.fill('nordlysmyr handel');
    await options.filter({ hasText: '556010-1981' }).click();
    await status.getByText('Filled in: ').waitFor();
    await page.locator('[name=vat]').fill('SE1');
    assert.deepEqual(await readValues(page), { number: '556010-1981', vat: 'SE1', locality: 'My town', country: 'SE' });
    await page.evaluate(
      "globalThis.events = []; document.forms[0].addEventListener('input', ({ target }) => events.push(target.name))",
    );
    await input.press('End');
    await page.keyboard.type('x');
    await until('the number is cleared', async () => (await readValues(page))['number'] === '');
    assert.deepEqual(await readValues(page), { number: '', vat: 'SE1', locality: 'My town', country: '-' });
    assert.deepEqual((await page.evaluate<string[]>('events')).filter((name) => name !== 'supplier').filter(Boolean), [
      'number',
      'country',
    ]);
  });

  test('searches and fills again as soon as the network is back', async (t) => {
    const { page, input, options, status, notice } = await open(t);
    await page.context().setOffline(true);
    await input.fill('nordlysmyr handel');
    await notice.getByText('cannot be reached').waitFor();
    await page.context().setOffline(false);
    await options.filter({ hasText: '556010-1981' }).waitFor();
    await page.context().setOffline(true);
    await options.filter({ hasText: '556010-1981' }).click();
    await status.getByText('could not be filled in').waitFor();
    await page.context().setOffline(false);
    await status.getByText('Filled in: ').waitFor();
    assert.equal((await readValues(page))['number'], '556010-1981');
  });

  test('announces to screen readers what the list says: while it searches, when it is closed and when it is opened again', async (t) => {
    const { page, input, options, status, notice } = await open(t);
    await input.fill('nordlysmyr');
    await status.getByText(/^\d+ companies found$/).waitFor();
    const found = await status.textContent();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/v1/search?q=norr*', async (route) => {
      await released;
      await route.continue();
    });
    await input.fill('norrskens');
    await notice.getByText('Searching…').waitFor();
    assert.equal(await status.textContent(), 'Searching…');
    await input.fill('nordlysmyr');
    await status.getByText(found ?? '').waitFor();
    release();
    await page.keyboard.press('Escape');
    assert.equal(await status.textContent(), '');
    await page.keyboard.press('ArrowDown');
    assert.equal(await status.textContent(), found);
    assert.ok((await options.count()) > 1);
  });
});
