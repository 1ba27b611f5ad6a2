/** `<company-search>` in a real Chromium fills the form around it, uses the language of the page, and survives Back. */
import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { until } from '../fixtures/until.ts';
import { openForm, readValues } from './component-context.ts';
import { servePage } from './component-page.ts';
import { CHROMIUM } from './installed-browsers.ts';
import { sampleInBrowser } from './sample-in-browser.ts';

/** The query, and the second and fourth of its companies, as the sample publishes them. */
const QUERY = 'nordlysmyr handel';
const SWEDISH = {
  number: '556010-1981',
  vat: 'SE556010198101',
  street: 'Råglinda Bygg 6',
  'postal-code': '29933',
  locality: 'Ålkistaby',
  country: 'SE',
};
const DANISH_NUMBER = '31002362';

const FIELDS = Object.keys(SWEDISH)
  .map((name) => `<label>${name} <input name="${name}"></label>`)
  .join('');

suite('<company-search> in a form', () => {
  const sample = sampleInBrowser('form', { TRUSTED_PROXIES: '127.0.0.1' });

  /** Opens a page with a form around a field with these attributes. */
  async function formWith(t: TestContext, attributes: string, controls: string, around = sample.browser) {
    const served = await servePage(
      sample.address,
      `<script type="module" src="${sample.address}/company-search.js"></script>
<form action="/next"><company-search id="c" name="supplier" label="Supplier" ${attributes}></company-search>${controls}<button>Send</button></form>`,
    );
    t.after(served.close);
    return await openForm(t, around, served.address);
  }

  /** Chooses the company with a number. */
  async function choose(page: Page, number: string): Promise<void> {
    const field = page.locator('#c');
    await field.getByRole('combobox').first().fill(QUERY);
    await field.getByRole('option').filter({ hasText: number }).click();
  }

  const announced = (page: Page): Promise<void> =>
    page.locator('#c').getByRole('status').getByText('Filled in').waitFor();

  test('writes all fields by their names, announces them, and requests company and details once', async (t) => {
    const { page, requested, complaints } = await formWith(t, 'fill', FIELDS);
    await choose(page, SWEDISH.number);
    await announced(page);
    assert.deepEqual(await readValues(page), SWEDISH);
    assert.equal(
      await page.locator('#c').getByRole('status').textContent(),
      'Filled in: registry number, VAT number, street, postal code, town, country',
    );
    const id = await page.evaluate<string>("document.querySelector('#c').value");
    assert.deepEqual(requested.slice(1).toSorted(), [`/details/v1/companies/${id}`, `/v1/companies/${id}`]);
    assert.deepEqual(complaints, []);
  });

  /** The controls of a form, and the values that they have after the Swedish company is chosen. */
  const FORMS: readonly (readonly [claim: string, attributes: string, controls: string, values: object])[] = [
    [
      'understands the autofill tokens of browsers, of the first section only',
      'fill',
      `<input autocomplete="billing organization"><textarea autocomplete="street-address"></textarea><input autocomplete="postal-code">
<input autocomplete="billing address-level2"><input autocomplete="shipping address-level2"><input autocomplete="country-name">`,
      {
        'billing organization': 'Nordlysmyr Handel AS',
        'street-address': SWEDISH.street,
        'postal-code': SWEDISH['postal-code'],
        'billing address-level2': SWEDISH.locality,
        'shipping address-level2': '',
        'country-name': 'Sweden',
      },
    ],
    [
      'writes only listed fields, and those with data-fill',
      'fill="street"',
      '<input name="street"><input name="locality"><input name="code" data-fill="postal-code">',
      { street: SWEDISH.street, locality: '', code: SWEDISH['postal-code'] },
    ],
    [
      'writes nothing without a request to do so',
      '',
      '<input name="street"><input autocomplete="postal-code">',
      { street: '', 'postal-code': '' },
    ],
    [
      'keeps what is there already',
      'fill',
      '<input name="street" value="Typed 1"><input name="locality">',
      { street: 'Typed 1', locality: SWEDISH.locality },
    ],
    [
      'replaces what is there with "overwrite"',
      'fill overwrite',
      '<input name="street" value="Typed 1"><input name="locality">',
      { street: SWEDISH.street, locality: SWEDISH.locality },
    ],
    [
      'picks a country in a list by its name or its code, never another one',
      'fill',
      '<select name="country"><option>Norway<option>Sweden</select><select name="other" data-fill="country"><option value="">-<option value="se">S</select><select name="none" data-fill="locality"><option>Elsewhere</select>',
      { country: 'Norway', other: 'se', none: 'Elsewhere' },
    ],
  ];
  for (const [claim, attributes, controls, values] of FORMS)
    test(claim, async (t) => {
      const { page } = await formWith(t, attributes, controls);
      await choose(page, SWEDISH.number);
      if (attributes === '') await page.waitForTimeout(300);
      else await announced(page);
      assert.deepEqual(await readValues(page), values);
    });

  test('writes to its own fieldset only', async (t) => {
    const { page } = await formWith(
      t,
      '',
      `</form><form><fieldset><company-search id="c" fill></company-search><input name="street"></fieldset><input name="locality">`,
    );
    await page.evaluate("document.querySelector('form').remove()");
    await choose(page, SWEDISH.number);
    await announced(page);
    assert.deepEqual(await readValues(page), { street: SWEDISH.street, locality: '' });
  });

  test('the next company replaces what the last one wrote, and keeps what the user typed', async (t) => {
    const { page } = await formWith(t, 'fill', FIELDS);
    await page.locator('[name=locality]').pressSequentially('My town');
    await choose(page, SWEDISH.number);
    await announced(page);
    await page.locator('[name=street]').fill('My street 3');
    await choose(page, DANISH_NUMBER);
    await until('the number is replaced', async () => (await readValues(page))['number'] === DANISH_NUMBER);
    const { locality, street, country } = await readValues(page);
    assert.deepEqual({ locality, street, country }, { locality: 'My town', street: 'My street 3', country: 'DK' });
  });

  test('dispatches input and change for each field that it writes', async (t) => {
    const { page } = await formWith(t, 'fill="street"', FIELDS);
    await page.evaluate(`globalThis.events = [];
      for (const type of ['input', 'change'])
        document.querySelector('form').addEventListener(type, ({ target }) => target.name === 'supplier' || events.push(type + ' ' + target.name + ' ' + target.value))`);
    await choose(page, SWEDISH.number);
    await announced(page);
    assert.deepEqual(await page.evaluate('events'), [
      `input street ${SWEDISH.street}`,
      `change street ${SWEDISH.street}`,
    ]);
  });

  test('says that the form could not be filled in where the service fails, and fills without details what it can', async (t) => {
    const { page } = await formWith(t, 'fill', FIELDS);
    await page.route('**/v1/companies/*', (route) => route.abort());
    await choose(page, SWEDISH.number);
    await page.locator('#c').getByRole('status').getByText('The form could not be filled in.').waitFor();
    await page.unroute('**/v1/companies/*');
    await page.route('**/details/v1/companies/*', (route) =>
      route.fulfill({ status: 404, headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    await choose(page, SWEDISH.number);
    await announced(page);
    const { number, vat, country } = SWEDISH;
    assert.deepEqual(await readValues(page), { number, vat, country, street: '', 'postal-code': '', locality: '' });
  });

  for (const [claim, args] of [
    ['a page that is loaded again', []],
    ['a page from the cache of the browser', ['--disable-back-forward-cache']],
  ] as const)
    test(`Back keeps the choice and what it wrote, which the next one replaces: ${claim}`, async (t) => {
      const around = await chromium.launch({
        executablePath: CHROMIUM.path ?? '',
        args: ['--no-sandbox', '--disable-gpu'],
        ignoreDefaultArgs: [...args],
      });
      t.after(() => around.close());
      const { page } = await formWith(t, 'fill', FIELDS, around);
      await choose(page, SWEDISH.number);
      await announced(page);
      const id = await page.evaluate<string>("document.querySelector('#c').value");
      await page.getByRole('button', { name: 'Send' }).click();
      await page.waitForURL(/\/next\?/);
      // A page from the cache has no load event.
      await page.goBack({ waitUntil: 'commit' });
      await until(
        'the field has its company',
        async () => (await page.evaluate("document.querySelector('#c').value")) === id,
      );
      assert.equal(await page.locator('#c').getByRole('combobox').inputValue(), 'Nordlysmyr Handel AS');
      assert.deepEqual(await readValues(page), SWEDISH);
      assert.deepEqual((await page.evaluate<string[][]>('[...new FormData(document.forms[0])]'))[0], ['supplier', id]);
      await choose(page, DANISH_NUMBER);
      await until('the number is replaced', async () => (await readValues(page))['number'] === DANISH_NUMBER);
    });

  test('keeps away from the label of the page, and the outline of the focused field does so too', async (t) => {
    const { page } = await formWith(
      t,
      '',
      '</form><label for="d">Buyer</label><company-search id="d"></company-search>',
    );
    for (const [label, field] of [
      ['#d', 'label[for=d]'],
      ['#c', '#c >> label'],
    ] as const) {
      const input = page.locator(label).getByRole('combobox').first();
      const [above, below] = [await page.locator(field).first().boundingBox(), await input.boundingBox()];
      const gap = (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
      assert.ok(gap >= 5 && gap <= 10, `${label}: ${gap}`);
    }
  });

  /** The hint and the announcement in each language. */
  const LANGUAGES: Readonly<Record<string, readonly [hint: RegExp, announced: RegExp]>> = {
    cs: [/^Alespoň 3 znaky/, /^Vyplněno: ulice$/],
    da: [/^Mindst 3 tegn/, /^Udfyldt: gade$/],
    'de-AT': [/^Mindestens 3 Zeichen/, /^Ausgefüllt: Straße$/],
    es: [/^Al menos 3 caracteres/, /^Campos rellenados: calle$/],
    et: [/^Vähemalt 3 märki/, /^Täidetud: tänav$/],
    fi: [/^Vähintään 3 merkkiä/, /^Täytetty: katuosoite$/],
    fr: [/^Au moins 3 caractères/, /^Champs remplis : rue$/],
    it: [/^Almeno 3 caratteri/, /^Campi compilati: via$/],
    nb: [/^Minst 3 tegn av et navn eller organisasjonsnummer/, /^Fylt ut: gate$/],
    'nl-BE': [/^Minstens 3 tekens/, /^Ingevuld: straat$/],
    no: [/^Minst 3 tegn/, /^Fylt ut: gate$/],
    pl: [/^Co najmniej 3 znaki/, /^Wypełniono: ulica$/],
    sv: [/^Minst 3 tecken/, /^Ifyllt: gata$/],
    en: [/^At least 3 characters/, /^Filled in: street$/],
    mt: [/^At least 3 characters/, /^Filled in: street$/],
  };
  test('speaks the language of the nearest ancestor, and loads only that one', async (t) => {
    const { page } = await formWith(t, 'lang="fr" fill="street"', '<input name="street">');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(...(/company-search\.(\w+)\.js/.exec(request.url())?.slice(1) ?? [])));
    for (const [language, [hint, filled]] of Object.entries(LANGUAGES)) {
      await page.evaluate(
        `document.querySelector('#c').lang = '${language}'; document.querySelector('[name=street]').value = ''`,
      );
      await page.locator('#c #note').getByText(hint).waitFor();
      await choose(page, SWEDISH.number);
      await page.locator('#c').getByRole('status').getByText(filled).waitFor();
      await page.evaluate("document.querySelector('#c').value = ''");
    }
    const wanted = ['cs', 'da', 'de', 'es', 'et', 'fi', 'it', 'nb', 'nl', 'pl', 'sv'];
    assert.deepEqual(scripts.toSorted(), wanted);
    await page.evaluate(`document.querySelector('#c').removeAttribute('lang'); document.documentElement.lang = 'de';
      customElements.get('company-search').texts.hint = 'Of the page';
      document.querySelector('#c').setAttribute('label', 'Firma')`);
    await page.locator('#c #note').getByText('Of the page').waitFor();
  });
});
