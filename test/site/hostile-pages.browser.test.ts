/** `<company-search>` in a real Chromium, on pages that break what it relies on, and over services that send arbitrary responses. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { until } from '../fixtures/until.ts';

const SCRIPT = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'site', 'served', 'company-search.js'));

const ID = `co_${'0'.repeat(26)}`;
const GOOD = { object: 'company', id: ID, name: 'Nordly AS', country_code: 'NO' };
const MARKUP = '<img src=x onerror="globalThis.executed = 1"><script>globalThis.executed = 1</script>';
const companyWith = (fields: object): object => Object.assign({}, GOOD, fields);
const createPage = (data: unknown, more: object = {}): string =>
  JSON.stringify({ object: 'list', data, next_cursor: null, attribution: 'A', ...more });

/** Responses to a search, and the number of companies then listed. */
const ANSWERS: Readonly<Record<string, readonly [body: () => string, listed: number]>> = {
  'markup in every text': [
    () => createPage([{ ...GOOD, name: MARKUP, legal_form: MARKUP, company_status: MARKUP }], { attribution: MARKUP }),
    1,
  ],
  'ids that are addresses': [
    () => createPage(['javascript:alert(1)', '../x', '', 7, null, { toString: 1 }].map((id) => companyWith({ id }))),
    0,
  ],
  'values of other types': [
    () =>
      createPage([
        null,
        5,
        [],
        'x',
        {},
        ...[5, {}, [], null].map((name) => companyWith({ name })),
        { ...GOOD, country_code: 1 },
      ]),
    0,
  ],
  prototypes: [
    () => `{"__proto__":{"polluted":1},${createPage([GOOD]).slice(1, -1)},"constructor":{"prototype":{"polluted":1}}}`,
    1,
  ],
  'an attribution that is a list': [() => createPage([GOOD], { attribution: [MARKUP] }), 1],
  'a hundred thousand companies': [() => createPage(Array.from({ length: 100_000 }, () => GOOD)), 25],
  'a name of 10 MB': [() => createPage([{ ...GOOD, name: 'x'.repeat(10_000_000) }]), 0],
};

suite('<company-search> among enemies', () => {
  let server: Server;
  let browser: Browser;
  let address = '';
  /** The pending requests. */
  const open = new Set<ServerResponse>();
  const asked: string[] = [];
  before(async () => {
    browser = await startBrowser();
    server = createServer((request, response) => {
      open.add(response);
      response.on('close', () => open.delete(response));
      response.setHeader('Access-Control-Allow-Origin', '*');
      const url = new URL(request.url ?? '', 'http://a');
      if (url.pathname === '/company-search.js') {
        response.setHeader('Content-Type', 'text/javascript').end(SCRIPT);
        return;
      }
      if (!url.pathname.startsWith('/api/')) {
        response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>A page</title>');
        return;
      }
      asked.push(url.pathname);
      answer(url.searchParams.get('q') ?? '', response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await browser.close();
    server.close();
    server.closeAllConnections();
  });

  /** Sends the response to a search that its query selects. */
  function answer(query: string, response: ServerResponse): void {
    if (query.startsWith('never')) return;
    if (query === 'redirects') {
      response.writeHead(302, { Location: `/api/v1/search?q=redirects` }).end();
      return;
    }
    if (query === 'endless') {
      const piece = Buffer.alloc(1 << 20, ' ');
      const more = (): void => void response.write(piece, (error) => error ?? more());
      more();
      return;
    }
    response.end(ANSWERS[query]?.[0]() ?? createPage([GOOD]));
  }

  /** Opens a page with fields in a form, which runs a script of its own first. */
  async function pageWith(t: TestContext, html: string, script = ''): Promise<{ page: Page; faults: string[] }> {
    const page = await browser.newPage();
    t.after(() => page.close());
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('dialog', (dialog) => {
      faults.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(address);
    await page.setContent(
      `<script>${script}</script><form>${html.replaceAll('<company-search', `<company-search base-url="${address}/api"`)}</form><script type="module" src="${address}/company-search.js"></script>`,
    );
    await page.waitForFunction(
      "document.querySelector('company-search')?.shadowRoot || document.querySelector('#host')",
    );
    return { page, faults };
  }

  const FIELD = '<company-search name="c" label="Supplier"></company-search>';
  const submitted = (page: Page): Promise<unknown> => page.evaluate('[...new FormData(document.forms[0])]');
  const isHarmed = (page: Page): Promise<unknown> => page.evaluate('globalThis.executed ?? ({}).polluted ?? false');

  for (const [claim, [, listed]] of Object.entries(ANSWERS))
    test(`over a service that answers ${claim}, lists ${listed} and runs nothing`, async (t) => {
      const { page, faults } = await pageWith(t, FIELD);
      const input = page.getByRole('combobox', { name: 'Supplier' });
      await input.fill(claim);
      const notice = page.locator('.status').getByText(/compan(y|ies) found|No company/);
      await notice.first().waitFor();
      assert.equal(await page.getByRole('option').count(), listed);
      // The next key compares the text with the names in this response.
      await input.press('x');
      await input.fill(claim);
      if (listed > 0) {
        await page.getByRole('option').first().click();
        assert.deepEqual(await submitted(page), [['c', ID]]);
      }
      assert.equal(await isHarmed(page), false);
      assert.deepEqual(faults, []);
    });

  for (const query of ['endless', 'redirects'])
    test(`over a service whose answer is ${query}, says that it cannot be reached`, async (t) => {
      const { page, faults } = await pageWith(t, FIELD);
      await page.getByRole('combobox', { name: 'Supplier' }).fill(query);
      await page.locator('.notice').getByText('cannot be reached').waitFor();
      await until('the answer has been cut off', () => open.size === 0);
      assert.deepEqual(faults, []);
    });

  test('cancels its request when it is removed, and works when it is put back', async (t) => {
    const { page, faults } = await pageWith(t, FIELD);
    const input = page.getByRole('combobox', { name: 'Supplier' });
    await input.fill('never answers');
    await until('the request is there', () => open.size === 1);
    await page.evaluate("globalThis.field = document.querySelector('company-search'); field.remove()");
    await until('the request has ended', () => open.size === 0);
    await page.evaluate('document.forms[0].append(field)');
    await input.fill('nordly');
    await page.getByRole('option').click();
    assert.deepEqual(await submitted(page), [['c', ID]]);
    assert.deepEqual(faults, []);
  });

  test('neither looks up nor submits a value that is not an ID, whatever the page sets', async (t) => {
    const { page, faults } = await pageWith(t, FIELD);
    const earlier = asked.length;
    for (const value of ['javascript:alert(1)', '../..', ID.toUpperCase(), `${ID}\n`, MARKUP]) {
      await page.evaluate(`document.querySelector('company-search').value = ${JSON.stringify(value)}`);
      assert.deepEqual(await submitted(page), [], value);
      assert.equal(await page.evaluate('document.forms[0].checkValidity()'), false, value);
    }
    assert.equal(asked.length, earlier);
    assert.equal(await isHarmed(page), false);
    assert.deepEqual(faults, []);
  });

  test('lives on a page that extends prototypes, hides everything, moves its base and shows two hundred fields', async (t) => {
    const script = `Array.prototype.toJSON = function () { return 'list'; };
      Array.prototype.each = Object.prototype.each = String.prototype.each = function () {};
      const real = fetch; globalThis.fetch = (...given) => real(...given);`;
    const html = `<base href="http://other.example/"><style>* { color: red !important } li, ul { display: none }</style>${FIELD.repeat(200)}`;
    const { page, faults } = await pageWith(t, html, script);
    const input = page.getByRole('combobox', { name: 'Supplier' }).first();
    await input.fill('nordly');
    await page.getByRole('option').first().click();
    assert.deepEqual(await submitted(page), [['c', ID]]);
    // The state of the field that the browser stores when the page is left, and restores.
    await page.evaluate(`(() => {
      const [field] = document.querySelectorAll('company-search');
      field.formStateRestoreCallback('{"company":{"id":"javascript:1"},"attribution":5}');
      field.formStateRestoreCallback('["x","y"]');
    })()`);
    assert.deepEqual(await submitted(page), [['c', ID]]);
    await page.evaluate('document.forms[0].reset()');
    assert.deepEqual(await submitted(page), []);
    assert.deepEqual(faults, []);
  });

  test('works in the shadow tree of another element, and in a frame without rights', async (t) => {
    const inside = FIELD.replace('<company-search', `<company-search base-url="${address}/api"`);
    const script = `<script type="module" src="${address}/company-search.js"></script>`;
    const frame = `${inside}${script}`.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    const { page, faults } = await pageWith(
      t,
      `<div id="host"></div><iframe sandbox="allow-scripts" srcdoc="${frame}"></iframe>`,
    );
    await page.evaluate(
      `document.querySelector('#host').attachShadow({ mode: 'open' }).setHTMLUnsafe(${JSON.stringify(inside)})`,
    );
    for (const place of [page.locator('#host'), page.frameLocator('iframe')]) {
      const input = place.getByRole('combobox', { name: 'Supplier' });
      await input.fill('nordly');
      await place.getByRole('option').click();
      assert.equal(await input.inputValue(), GOOD.name);
    }
    assert.deepEqual(faults, []);
  });
});
