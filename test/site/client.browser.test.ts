/** The published client in a page of another origin than the service. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { emitClient } from '../../clients/javascript/emit.ts';
import { OpenFirma } from '../../clients/javascript/src/openfirma.ts';
import { startBrowser, watchedPage, type WatchedPage } from './browser.ts';
import { BASE_URL, TestService, openSample, type Sample } from '../fixtures/service.ts';

const ALLOWANCE = 60;
/** A prefix of more companies of the sample than fit on a page. */
const MANY = 'tov';
const UNKNOWN_ID = `co_${'0'.repeat(22)}zzzz`;

/** The site of a user of the client: an empty page, and the published client. */
function siteWith(folder: string): Server {
  return createServer(({ url = '/' }, response) => {
    if (url === '/') response.setHeader('content-type', 'text/html').end('<!doctype html><title>A shop</title>');
    else if (url === '/favicon.ico') response.writeHead(204).end();
    else response.setHeader('content-type', 'text/javascript').end(readFileSync(join(folder, url)));
  });
}

suite('The client, in a browser on a page of another origin,', () => {
  let folder = '';
  let sample: Sample;
  let service: TestService;
  let site: Server;
  let browser: Browser;
  let shop: WatchedPage;
  let baseUrl = '';
  /** The waits that the client reported, in seconds. */
  const waits: number[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openfirma-shop-'));
    await emitClient(folder);
    sample = await openSample();
    service = new TestService(sample.backend);
    await service.app.listen({ hosts: ['127.0.0.1'], port: 0 });
    site = siteWith(folder).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const [api, page] = [service.app.server, site].map((server) => (server.address() as AddressInfo).port);
    baseUrl = `http://127.0.0.1:${api}${new URL(BASE_URL).pathname}`;
    const origins = [`http://127.0.0.1:${api}`, `http://127.0.0.1:${page}`];
    browser = await startBrowser();
    shop = await watchedPage(browser, origins);
    // The clocks of the service are stopped: they advance a second when the client reports that it waits for one.
    await shop.page.exposeFunction('waiting', (seconds: number) => {
      waits.push(seconds);
      service.clock.pass(seconds);
    });
    await shop.page.goto(`${origins[1]}/`);
    await shop.page.evaluate(`import('/openfirma.js').then((client) => {
      Object.assign(globalThis, client);
      globalThis.client = new OpenFirma({ baseUrl: '${baseUrl}', onWait: ({ seconds }) => waiting(seconds) });
    })`);
  });
  after(async () => {
    await browser.close();
    site.close();
    await service.app.close();
    await sample.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs the body of an async function in the page, with `client` and all exports of its package in scope. */
  const inPage = async <T>(body: string): Promise<T> => (await shop.page.evaluate(`(async () => {${body}})()`)) as T;
  /** Returns the client in Node, for comparison. */
  const inNode = (): OpenFirma => new OpenFirma({ baseUrl });

  test('gets a page of a search, a company and its officers', async () => {
    const id = sample.findId('LARKHOLT ROLES PLC');
    const got = await inPage<unknown[]>(`return Promise.all([
      client.search({ q: 'nordlysmyr', country: 'NO', limit: 3 }), client.company('${id}'), client.officers('${id}')])`);
    const want = [
      await inNode().search({ q: 'nordlysmyr', country: 'NO', limit: 3 }),
      await inNode().company(id),
      await inNode().officers(id),
    ];
    // A cursor contains the second in which it was issued, and a random number.
    const bare = (values: unknown[]): unknown => values.map((value) => Object.assign({}, value, { next_cursor: null }));
    assert.deepEqual(bare(got), bare(want));
  });

  test('waits for Retry-After, which is exposed to it, and retries', async () => {
    for (let i = 0; i < ALLOWANCE; i++) await (await fetch(`${baseUrl}/v1/companies/${UNKNOWN_ID}`)).text();
    assert.equal(await inPage(`return (await client.search({ q: '${MANY}', limit: 1 })).data.length`), 1);
    assert.deepEqual(waits, [1]);
  });

  test('rejects with the reason of the signal, before a response and during a wait', async () => {
    const got = await inPage(`const reason = new Error('the next key was pressed');
      const before = new AbortController();
      const asked = client.search({ q: '${MANY}', signal: before.signal });
      before.abort(reason);
      const thrown = [await asked.catch((error) => error === reason)];
      const amid = new AbortController();
      const waiting = new OpenFirma({ baseUrl: '${baseUrl}', onWait: () => amid.abort(reason) });
      thrown.push(await waiting.search({ q: '${MANY}', signal: amid.signal }).catch((error) => error === reason));
      thrown.push(await client.officers('${UNKNOWN_ID}', { signal: AbortSignal.abort() }).catch(({ name }) => name));
      return thrown;`);
    assert.deepEqual(got, [true, true, 'AbortError']);
  });

  test('sends requests to the service only, and logs no error but the 404 and 429 of the browser', () => {
    assert.deepEqual(shop.strangers, []);
    assert.deepEqual(
      shop.complaints.filter((text) => !/status of (404|429)/.test(text)),
      [],
    );
  });
});
