/** `<company-search>` in a real Chromium: on a page of another origin, and on the first page of the site. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import type { BrowserContextOptions, Locator, Request } from 'playwright-core';
import type { CompanyEnvelope } from '../../src/contract/index.ts';
import type { DetailsSearchPage } from '../../clients/javascript/src/details-types.ts';
import { axeFindings, watchedPage, type WatchedPage } from './browser.ts';
import { servePage, type ServedPage } from './component-page.ts';
import { until } from '../fixtures/until.ts';
import { sampleInBrowser } from './sample-in-browser.ts';

const HOME_BYTES_MAX = 60_000;

/** The README of the client. */
const README = readFileSync(join(import.meta.dirname, '..', '..', 'clients', 'javascript', 'README.md'), 'utf8');
const EXAMPLE = (/^```html\n([^]+?)^```/m.exec(README)?.[1] ?? '').replace(' allow-unlisted', '');

const CSS = `company-search { --company-search-accent: rgb(200, 0, 0) }
company-search::part(input) { border-radius: 3px }
:root { color-scheme: light dark }`;

/** The observed parts of the component, as a screen reader reads them. */
interface Field {
  readonly input: Locator;
  readonly options: Locator;
  readonly status: Locator;
  readonly notice: Locator;
}

interface Opened extends WatchedPage, Field {
  /** The requested queries. */
  readonly asked: string[];
}

/** Waits until a field shows a text. */
async function shows(input: Locator, text: string): Promise<void> {
  let shown = '';
  await until(
    () => `shows "${text}", not "${shown}"`,
    async () => (shown = await input.inputValue()) === text,
  );
}

suite('<company-search>', () => {
  const sample = sampleInBrowser('component', { TRUSTED_PROXIES: '127.0.0.1' });
  let example: ServedPage;
  let other: ServedPage;
  let companies: DetailsSearchPage['data'];
  let clients = 0;
  before(async () => {
    const found = await fetch(`${sample.address}/details/v1/search?q=nordlysmyr`);
    companies = ((await found.json()) as DetailsSearchPage).data;
    example = await servePage(sample.address, EXAMPLE.replaceAll('http://localhost:8080', sample.address));
    other = await servePage(
      sample.address,
      `<script type="module" src="${sample.address}/company-search.js"></script><form><label for="c">Supplier</label><company-search id="c" name="supplier" required></company-search>
<fieldset><company-search name="buyer" label="Buyer" value="${companies[0]?.id}" country="NO"></company-search></fieldset>
<button type="reset">Reset</button></form>`,
      CSS,
    );
  });
  after(async () => {
    example.close();
    other.close();
  });

  /** Opens a page as a separate client with its own allowance. */
  async function open(
    t: TestContext,
    address: string,
    name: string | RegExp,
    options: BrowserContextOptions = {},
  ): Promise<Opened> {
    const extraHTTPHeaders = { 'X-Forwarded-For': `192.0.2.${++clients}` };
    const watched = await watchedPage(sample.browser, [sample.address, new URL(address).origin], {
      extraHTTPHeaders,
      ...options,
    });
    t.after(watched.close);
    const { page } = watched;
    const asked: string[] = [];
    page.on('request', (request) => {
      const query = /\/v1\/search\?q=([^&]*)/.exec(request.url())?.[1];
      if (query !== undefined) asked.push(decodeURIComponent(query.replaceAll('+', ' ')));
    });
    await page.goto(address);
    const input = page.getByRole('combobox', { name }).first();
    const field = page.locator('company-search').first();
    return {
      ...watched,
      asked,
      input,
      options: field.getByRole('option'),
      status: field.getByRole('status'),
      notice: field.locator('.notice'),
    };
  }

  const counts = async ({ status }: Field, count: number): Promise<void> =>
    await status.getByText(`${count} companies found`).waitFor();

  test('finds while somebody types and works by keyboard, on a page of another origin under a strict policy', async (t) => {
    const opened = await open(t, example.address, 'Supplier');
    const { page, input, options, asked } = opened;
    await page.getByText('Supplier').click();
    await page.keyboard.type('no');
    assert.equal(await input.getAttribute('aria-expanded'), 'false');
    // Faster than anybody types, even on a busy machine.
    await page.evaluate(`for (const text of ['nor', 'nord', 'nordl', 'nordly', 'nordlys']) {
      const input = document.querySelector('#supplier').shadowRoot.querySelector('input');
      input.value = text;
      input.dispatchEvent(new Event('input'));
    }`);
    await counts(opened, companies.length);
    assert.deepEqual(asked, ['nordlys']);
    assert.equal(await input.getAttribute('aria-expanded'), 'true');
    const names = await options.locator('bdi').allTextContents();
    assert.deepEqual(
      names,
      companies.map(({ name }) => name),
    );
    const active = async (): Promise<number> => {
      const id = await input.getAttribute('aria-activedescendant');
      const marks = await options.evaluateAll((all) => all.map((option) => option.getAttribute('aria-selected')));
      assert.equal(marks.indexOf('true'), id === null ? -1 : Number(id.replace('option-', '')));
      return marks.indexOf('true');
    };
    const last = companies.length - 1;
    for (const [key, index] of [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['ArrowUp', 0],
      ['ArrowUp', last],
      ['ArrowDown', 0],
      ['Home', -1],
      ['ArrowUp', last],
      ['Escape', -1],
      ['ArrowDown', 0],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await active(), index, key);
      assert.equal(await input.getAttribute('aria-expanded'), String(key !== 'Escape'));
    }
    const said = page.waitForEvent('console');
    await page.keyboard.press('Enter');
    assert.equal((await said).text(), `${names[0]} ${companies[0]?.id}`);
    assert.deepEqual(await page.evaluate('[...new FormData(document.forms[0])]'), [['supplier', companies[0]?.id]]);
    assert.deepEqual(await page.evaluate("document.querySelector('#supplier').company"), companies[0]);
    assert.equal(await input.inputValue(), names[0]);
    assert.equal(await input.getAttribute('aria-expanded'), 'false');
    assert.equal(await page.locator('#supplier').locator('#note').textContent(), 'Powered by openfirma');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    assert.equal(await input.inputValue(), names[0], 'to look at the list again changes nothing');
    await page.keyboard.press('Escape');
    assert.equal(await input.inputValue(), '');
    assert.deepEqual([opened.strangers, opened.complaints], [[], []]);
  });

  test('lists the companies that still match until the response is there, and finds by business ID', async (t) => {
    const opened = await open(t, other.address, 'Supplier');
    const { page, input, options, asked } = opened;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/v1/search?q=nordlysmyr+h&*', async (route) => {
      await released;
      await route.continue();
    });
    await input.pressSequentially('nordlysmyr');
    await counts(opened, companies.length);
    const sent = page.waitForRequest('**/v1/search?q=nordlysmyr+h&*');
    await input.fill('nordlysmyr h');
    await sent;
    const matching = companies.filter(({ name }) => name?.toLowerCase().startsWith('nordlysmyr h'));
    assert.equal(await options.count(), matching.length);
    release();
    await counts(opened, 6);
    await input.fill('911020068');
    await options.getByText('NORDLYSMYR ENK').waitFor();
    assert.deepEqual(asked.slice(-2), ['nordlysmyr h', '911020068']);
    // The beginning finds nothing, the whole number does.
    await input.fill('NO 911');
    await opened.status.getByText('No company found').waitFor();
    await input.fill('NO 911 020 068 MVA');
    await options.getByText('NORDLYSMYR ENK').waitFor();
  });

  test('never shows the response to an earlier text', async (t) => {
    const { page, input, options, asked } = await open(t, other.address, 'Supplier');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/v1/search?q=norr&*', async (route) => {
      await released;
      await route.continue();
    });
    const sent = page.waitForRequest('**/v1/search?q=norr&*');
    // In one step: letter by letter, a busy machine may take longer than the pause before a search.
    await input.fill('norr');
    const request = await sent;
    const isIt = (ended: Request): boolean => ended === request;
    const earlier = Promise.race([
      page.waitForEvent('requestfinished', isIt),
      page.waitForEvent('requestfailed', isIt),
    ]);
    await input.fill('nordlysmyr e');
    await options.getByText('NORDLYSMYR ENK').waitFor();
    release();
    await earlier;
    assert.deepEqual(await options.locator('bdi').allTextContents(), ['NORDLYSMYR ENK']);
    assert.deepEqual(asked, ['norr', 'nordlysmyr e']);
  });

  test('counts down while rate limited and then retries; says when the service cannot be reached', async (t) => {
    const opened = await open(t, other.address, 'Supplier');
    const { page, input, options, notice, status } = opened;
    // The first request of the field uses up its allowance, and receives a refusal of the service.
    await page.route(
      '**/details/v1/search?*',
      async (route) => {
        let response = await route.fetch();
        while (response.status() !== 429) response = await route.fetch();
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    // The countdown lasts a second or two: the clock of the page stops until both texts have been seen.
    await page.clock.install({ time: new Date('2026-01-01T08:00:00Z') });
    await page.clock.pauseAt(new Date('2026-01-01T09:00:00Z'));
    await input.fill('nordlysmyr');
    await page.clock.runFor(1000);
    await notice.getByText(/^Too many searches at once\. The next one is sent in \d+ s\.$/).waitFor();
    await status.getByText(/^Too many searches/).waitFor();
    await page.clock.resume();
    await options.first().waitFor();
    await page.route('**/v1/search?*', (route) => route.abort());
    await input.fill('norrskens');
    await notice.getByText('The search service cannot be reached.').waitFor();
    await page.unroute('**/v1/search?*');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await options.getByText('Norrskensö').first().waitFor();
    assert.ok(await input.evaluate((field) => field.matches(':focus')));
  });

  test('is a form field: value, validity, reset, disabled, restored state; and takes the style of the page', async (t) => {
    const { page, input, options, complaints } = await open(t, other.address, 'Supplier', { colorScheme: 'dark' });
    const id = companies[0]?.id;
    const buyer = page.getByRole('combobox', { name: 'Buyer' });
    await shows(buyer, 'NORDLYSMYR ENK');
    const state = async (): Promise<unknown> =>
      await page.evaluate(`[...new FormData(document.forms[0])].concat([document.forms[0].checkValidity(),
        document.querySelector('#c').validationMessage])`);
    assert.deepEqual(await state(), [['buyer', id], false, 'Choose a company.']);
    await input.fill('nordlysmyr & s');
    assert.deepEqual(await state(), [['buyer', id], false, 'Choose a company from the list.']);
    assert.equal(await input.getAttribute('aria-invalid'), 'true');
    await options.first().click();
    const chosen = companies.find(({ name }) => name?.includes('SKODDERUD'))?.id;
    assert.deepEqual(await state(), [['supplier', chosen], ['buyer', id], true, '']);
    assert.equal(await input.getAttribute('aria-invalid'), 'false');

    await buyer.fill('');
    await page.evaluate("document.querySelector('fieldset').disabled = true");
    assert.ok(await buyer.isDisabled());
    assert.deepEqual(await state(), [['supplier', chosen], true, '']);
    await page.goto('about:blank');
    await page.goBack();
    await shows(input, 'NORDLYSMYR & SKODDERUD DA');
    assert.deepEqual(((await state()) as unknown[])[0], ['supplier', chosen]);
    await page.evaluate("document.querySelector('fieldset').disabled = false");
    await page.getByText('Reset').click();
    assert.equal(await input.inputValue(), '');
    await shows(buyer, 'NORDLYSMYR ENK');
    assert.deepEqual(await state(), [['buyer', id], false, 'Choose a company.']);

    await input.focus();
    const style = "getComputedStyle(document.querySelector('#c').shadowRoot.querySelector('input'))";
    const { outlineColor, borderTopLeftRadius, backgroundColor } = await page.evaluate<Record<string, string>>(
      `(({ outlineColor, borderTopLeftRadius, backgroundColor }) => ({ outlineColor, borderTopLeftRadius, backgroundColor }))(${style})`,
    );
    assert.deepEqual([outlineColor, borderTopLeftRadius], ['rgb(200, 0, 0)', '3px']);
    assert.match(backgroundColor ?? '', /^rgb\(([0-4]?\d, ){2}[0-4]?\d\)$/, 'dark, as the page');
    assert.deepEqual(complaints, []);
  });

  test('works on the home page: small, no other origins, accessible with the list open, opens the company', async (t) => {
    const opened = await open(t, 'about:blank', 'Name or business ID');
    const { page, input, options } = opened;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(`${sample.address}/`, { waitUntil: 'networkidle' });
    assert.ok(bytes > 5000 && bytes <= HOME_BYTES_MAX, `${bytes} bytes`);
    await input.pressSequentially('nordlys');
    await counts(opened, companies.length);
    assert.ok(await page.locator('[part=attribution]').getByText('Powered by openfirma').isVisible());
    await page.keyboard.press('ArrowDown');
    assert.deepEqual(await axeFindings(page), []);
    await page.setViewportSize({ width: 320, height: 640 });
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320, 'fits');
    await page.getByRole('combobox', { name: 'Country' }).selectOption('SE');
    await opened.notice.getByText('1 company').or(opened.status.getByText('1 company found')).first().waitFor();
    await page.getByRole('combobox', { name: 'Country' }).selectOption('all');
    await counts(opened, companies.length);
    await options.first().click();
    await page.waitForURL(`${sample.address}/companies/${companies[0]?.id}`);
    await page.goBack();
    await input.fill('nordlysmyr');
    await input.press('Enter');
    await page.waitForURL(`${sample.address}/search?q=nordlysmyr&country=all`);
    assert.deepEqual([opened.strangers, opened.complaints], [[], []]);
  });

  test('is in one line with its country picker below a label of the page', async (t) => {
    const { page, input } = await open(t, example.address, 'Supplier');
    const [field, picker] = [await input.boundingBox(), await page.getByLabel('Country').boundingBox()];
    assert.deepEqual([field?.y, field?.height], [picker?.y, picker?.height]);
  });

  test('shows country, number and town of each company, and the state of one that is not active, in one request', async (t) => {
    const opened = await open(t, example.address, 'Supplier');
    const { page, input, options } = opened;
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await input.fill('nordlysmyr');
    await counts(opened, companies.length);
    const names = new Intl.DisplayNames(['en'], { type: 'region' });
    assert.deepEqual(
      await options.locator('[part=details]').allTextContents(),
      companies.map(({ country = '', number, locality }) => `${names.of(country)} · ${number?.value} · ${locality}`),
    );
    for (let i = 0; i < companies.length; i++) await page.keyboard.press('ArrowDown');
    await input.fill('тов "4517');
    await options
      .locator('[part=details]')
      .getByText(/^In liquidation · Ukraine · 24142992 · /)
      .waitFor();
    assert.deepEqual(requested, ['/details/v1/search', '/details/v1/search']);
  });

  test('over a service without details, requests them once and distinguishes look-alikes by the number of the highlighted one', async (t) => {
    const opened = await open(t, example.address, 'Supplier');
    const { page, input, options, status } = opened;
    let refused = 0;
    await page.route('**/details/**', async (route) => {
      refused++;
      await route.fulfill({ status: 404, body: 'Not found', headers: { 'Access-Control-Allow-Origin': '*' } });
    });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(...(/\/v1\/companies\/(\w+)/.exec(request.url())?.slice(1) ?? [])));
    await input.pressSequentially('nordlysmyr');
    await counts(opened, companies.length);
    const look = (i: number): string =>
      `${companies[i]?.name} ${companies[i]?.country_code} ${companies[i]?.legal_form}`;
    const first = companies.findIndex((_, i) => look(i) === look(i + 1));
    assert.ok(first > 0);
    // The company before these two looks like no other, so nothing is requested for it.
    for (let i = 0; i <= first; i++) await page.keyboard.press('ArrowDown');
    const numbers: string[] = [];
    for (const i of [first, first + 1]) {
      const { data } = (await (
        await fetch(`${sample.address}/v1/companies/${companies[i]?.id}`)
      ).json()) as CompanyEnvelope;
      const number = data.identifiers?.[0]?.value ?? '';
      numbers.push(number);
      await options.nth(i).getByText(number).waitFor();
      await status.getByText(number).waitFor();
      // The company after these two looks the same and would be requested, too.
      if (i === first) await page.keyboard.press('ArrowDown');
    }
    assert.equal(new Set(numbers).size, 2);
    await options.nth(first).hover();
    assert.deepEqual(requested, [companies[first]?.id, companies[first + 1]?.id]);
    await input.fill('norrskens');
    await options.getByText('Norrskensö').first().waitFor();
    assert.equal(refused, 1);
  });

  test('says in its list why the form was not sent, where the browser would cover the list', async (t) => {
    const opened = await open(t, example.address, 'Supplier');
    const { page, input, notice } = opened;
    const anchor = page.locator('#supplier').locator('.anchor');
    await page.getByRole('button', { name: 'Order' }).click();
    assert.ok(await input.evaluate((field) => field.matches(':focus')), 'the browser leads to the field');
    assert.equal(await page.locator('#supplier').locator('#note').textContent(), 'Choose a company.');
    assert.ok(await anchor.isVisible());
    await input.pressSequentially('nordlysmyr');
    await counts(opened, companies.length);
    assert.ok(!(await anchor.isVisible()), 'the browser has nothing to show a message at');
    await page.evaluate(`addEventListener('invalid', (event) => (globalThis.prevented = event.defaultPrevented), true);
      document.querySelector('#supplier').addEventListener('invalid', (event) => (globalThis.prevented = event.defaultPrevented))`);
    await page.keyboard.press('Enter');
    await notice.getByText('Choose a company from the list.').waitFor();
    assert.equal(await page.evaluate('globalThis.prevented'), true);
    assert.equal(await input.getAttribute('aria-expanded'), 'true');
    assert.equal(new URL(page.url()).pathname, '/');
  });

  test('is invalid for an ID that no company has, until the user types; an ID whose look-up failed is kept', async (t) => {
    const { page, input } = await open(t, other.address, 'Supplier');
    const state = async (): Promise<unknown> =>
      await page.evaluate(
        "(({ value, validity, validationMessage }) => [value, validity.valid, validationMessage])(document.querySelector('#c'))",
      );
    const set = async (id: string): Promise<void> => {
      const settled = page.waitForRequest(`**/v1/companies/${id}`).then(async (request) => await request.response());
      await page.evaluate(`document.querySelector('#c').value = '${id}'`);
      await settled;
    };
    const unknown = `co_${'0'.repeat(22)}zzzz`;
    await set(unknown);
    const note = page.locator('#c').locator('#note');
    await note.getByText('No company is visible').waitFor();
    assert.deepEqual(await state(), [unknown, false, 'No company has this ID.']);
    await input.press('End');
    await input.pressSequentially('x');
    assert.deepEqual(await state(), ['', false, 'Choose a company from the list.']);
    const known = companies[0]?.id ?? '';
    await set(known);
    await shows(input, 'NORDLYSMYR ENK');
    assert.deepEqual(await state(), [known, true, '']);
    await page.route('**/v1/companies/*', (route) => route.abort());
    await page.evaluate(`document.querySelector('#c').value = '${companies[1]?.id}'`);
    await note.getByText('cannot be reached').waitFor();
    assert.deepEqual(await state(), [companies[1]?.id, true, '']);
  });

  test('takes properties set before its script, and a page may load the script twice', async (t) => {
    const id = companies[0]?.id;
    const early = await servePage(
      sample.address,
      `<company-search id="c" label="Early"></company-search><script>Object.assign(document.querySelector('#c'), { value: '${id}', country: 'NO', required: true, disabled: true })</script>
<script type="module" src="${sample.address}/company-search.js"></script><script type="module" src="${sample.address}/company-search.js?again"></script>`,
    );
    t.after(early.close);
    const { page, input, complaints } = await open(t, early.address, 'Early');
    await shows(input, 'NORDLYSMYR ENK');
    const got = await page.evaluate(
      "(({ value, country, required, disabled }) => [value, country, required, disabled])(document.querySelector('#c'))",
    );
    assert.deepEqual(got, [id, 'NO', true, true]);
    assert.deepEqual(complaints, []);
  });

  test('takes over the text typed before its script ran', async (t) => {
    const { page, input, options } = await open(t, 'about:blank', 'Name or business ID');
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(`${sample.address}/`, { waitUntil: 'commit' });
    await page.getByRole('searchbox').pressSequentially('nordlysmyr e');
    scripts.resolve();
    await options.getByText('NORDLYSMYR ENK').waitFor();
    await page.keyboard.type('nk');
    assert.equal(await input.inputValue(), 'nordlysmyr enk');
  });

  test('is replaced by a form without scripts, which leads to a page of results', async (t) => {
    const { page, strangers, complaints } = await open(t, sample.address, '', { javaScriptEnabled: false });
    await page.getByRole('searchbox').fill('nordlysmyr e');
    await page.getByLabel('Country').selectOption('NO');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/\/search\?/);
    const text = await page.locator('.results').innerText();
    assert.match(text.trim(), /^NORDLYSMYR ENK\s+Norway\s+\d{9}\s+Skodderud\s+Enkeltpersonforetak$/);
    assert.ok(await page.getByText('Powered by openfirma').isVisible());
    await page.getByRole('link', { name: 'NORDLYSMYR ENK' }).click();
    await page.waitForURL(`${sample.address}/companies/${companies[0]?.id}`);
    assert.deepEqual([strangers, complaints], [[], []]);
  });
});
