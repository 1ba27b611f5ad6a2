/** Responses of a service whose upstream stalls, breaks the contract, is away or recovers. */
import { openUpstreamBackend } from '../../../extras/upstream/upstream-backend.ts';
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { suite, test } from 'node:test';
import {
  ID,
  JSON_TYPE,
  OTHER,
  answer,
  awaitEnd,
  company,
  createEnvelope,
  createOfficers,
  createPage,
  over,
  problem,
  type Fields,
} from './hostile-upstream.ts';
import { localServer } from '../../fixtures/local-server.ts';
import { until } from '../../fixtures/until.ts';
import { UPSTREAM_TOKEN } from './upstream-service.ts';

suite('A service in front of another one', () => {
  const search = { query: 'nordlys', limit: 5 };

  for (const [claim, listener] of [
    ['does not answer', () => undefined],
    [
      'stops in the middle',
      (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(200, { 'content-type': JSON_TYPE }).write('{'),
    ],
    [
      'sends a byte now and then',
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': JSON_TYPE });
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ] as const) {
    test(`that ${claim} is unavailable after the deadline`, async (t) => {
      const { backend } = await over(t, listener, { deadlineMs: 300 });
      assert.equal(await awaitEnd(() => backend.search(search)), 'unavailable 2');
    });
  }

  test('that is not running is away', async () => {
    const backend = openUpstreamBackend('http://127.0.0.1:1');
    await assert.rejects(async () => await backend.search(search), /is away: ECONNREFUSED/);
    await backend.close();
  });

  test('that redirects is not followed, and the target does not get the token', async (t) => {
    const elsewhere = await localServer(t, answer(createPage()));
    for (const status of [301, 302, 303, 307, 308]) {
      const { backend } = await over(t, answer('', status, { location: `${elsewhere.base}/v1/search?q=nordlys` }));
      assert.equal(await awaitEnd(() => backend.search(search)), 'rejected 1');
    }
    assert.equal(elsewhere.requests.length, 0);
  });

  test('without the company must answer with a problem document of the contract', async (t) => {
    const { backend, become } = await over(t, problem(404, 'not_found'));
    assert.equal(await awaitEnd(() => backend.company(ID)), undefined);
    assert.equal(await awaitEnd(() => backend.officers({ id: ID, limit: 5, today: '2026-11-22' })), undefined);
    for (const listener of [answer('', 404), problem(404, 'gone'), answer('{"code":"not_found"}', 404)]) {
      become(listener);
      assert.equal(await awaitEnd(() => backend.company(ID)), 'rejected 1');
    }
  });

  test('that answers another company, or its officers, breaks the contract', async (t) => {
    const { backend, become } = await over(t, answer(createEnvelope(company({ id: OTHER }))));
    assert.equal(await awaitEnd(() => backend.company(ID)), 'rejected 1');
    become(answer(createOfficers({ requested_company_id: OTHER })));
    assert.equal(await awaitEnd(() => backend.officers({ id: ID, limit: 5, today: '2026-11-22' })), 'rejected 1');
  });

  test('with fields outside the contract loses them', async (t) => {
    const more = company({
      birth_date: '1970-01-01',
      lifecycle: { status: 'redirected', canonical_id: OTHER, by: 'x' },
    });
    const { backend, become } = await over(t, answer(createEnvelope(more)));
    const want = company({ lifecycle: { status: 'redirected', canonical_id: OTHER } });
    const toText = (result: { readonly json: Uint8Array } | undefined): string =>
      Buffer.from(result?.json ?? []).toString();
    assert.deepEqual(JSON.parse(toText(await backend.company(ID))), want);
    const identifiers = [{ scheme: 'lei', value: '1' }];
    become(answer(createPage({ data: [company({ birth_date: '1970-01-01', identifiers })], took_ms: 3 })));
    assert.deepEqual(JSON.parse(toText(await backend.search(search))), company());
    become(answer(createPage({ data: [company({ identifiers })] })));
    assert.deepEqual(JSON.parse(toText(await backend.search(search))), company());
  });

  test('that lists too many officers, and former ones, is cut to the current ones up to the limit', async (t) => {
    const officer = (name: string, fields: Fields = {}): Fields => ({
      object: 'company_officer',
      name,
      source: { system: 'Test' },
      ...fields,
    });
    const data = [
      officer('Aino', { resigned_on: '2026-11-22' }),
      officer('Bo', { resigned_on: '2026-11-23' }),
      officer('Cia'),
    ];
    const { backend } = await over(t, answer(createOfficers({ company_id: OTHER, data })));
    const ask = async (limit: number): Promise<unknown> => {
      const { companyId, json, hasMore } = (await backend.officers({ id: ID, limit, today: '2026-11-22' })) ?? {};
      const list = JSON.parse(`[${Buffer.from(json ?? []).toString()}]`) as { name: string }[];
      return [companyId, list.map(({ name }) => name), hasMore];
    };
    assert.deepEqual(await ask(5), [OTHER, ['Bo', 'Cia'], false]);
    assert.deepEqual(await ask(1), [OTHER, ['Bo'], true]);
  });

  test('with an expired cursor restarts the walk, with a cursor that loops is refused', async (t) => {
    const { backend, become } = await over(t, answer(createPage({ next_cursor: 'a.b/c?d&e' })));
    const { next = '' } = await backend.search(search);
    const ask = async (after = next): Promise<unknown> => await awaitEnd(() => backend.search({ ...search, after }));
    become((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://upstream');
      assert.equal(searchParams.get('cursor'), 'a.b/c?d&e');
      answer(createPage({ data: [company({ id: OTHER })], next_cursor: 'f' }))(request, response);
    });
    const page = (await ask()) as { next: string };
    assert.ok(page.next.endsWith('f'));
    become(problem(400, 'invalid_request'));
    assert.equal(await ask(), 'gone');
    become(answer('', 400));
    assert.equal(await ask(), 'rejected 1');
    // A page with the cursor of its request; then the previous page again, with another cursor.
    become(answer(createPage({ data: [company({ id: OTHER })], next_cursor: 'a.b/c?d&e' })));
    assert.equal(await ask(), 'rejected 1');
    become(answer(createPage({ next_cursor: 'g' })));
    assert.equal(await ask(), 'rejected 1');
    for (const position of ['', 'none', 'none.5', '.']) assert.equal(await ask(position), 'gone', position);
  });

  test('that requests a pause gets no request until its end', async (t) => {
    const { backend, server } = await over(t, answer('', 429, { 'retry-after': '60' }));
    assert.equal(await awaitEnd(() => backend.search(search)), 'busy 60');
    for (let i = 0; i < 10; i++) assert.match(String(await awaitEnd(() => backend.company(ID))), /^busy \d+$/);
    assert.equal(server.requests.length, 1);
  });

  test('that is away gets a few requests, then one after each pause, and is used again after it returns', async (t) => {
    const { backend, server, events, become } = await over(t, answer('', 503));
    for (let i = 0; i < 50; i++) assert.match(String(await awaitEnd(() => backend.search(search))), /^unavailable/);
    assert.ok(server.requests.length < 10, `${server.requests.length} requests`);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['away'],
    );
    become(answer(createPage()));
    await until('it answers again', async () => typeof (await awaitEnd(() => backend.search(search))) === 'object');
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['away', 'recovered'],
    );
  });

  test('that ends idle connections costs no request', async (t) => {
    const { backend, server } = await over(t, answer(createPage()));
    for (let i = 0; i < 3; i++) {
      assert.equal(typeof (await awaitEnd(() => backend.search(search))), 'object');
      server.requests.at(-1)?.socket.resetAndDestroy();
    }
  });

  test('gets at most the allowed number of requests at once, on connections that are kept', async (t) => {
    let [inFlight, most] = [0, 0];
    const sockets = new Set<unknown>();
    const server = await localServer(t, (request, response) => {
      sockets.add(request.socket);
      most = Math.max(most, ++inFlight);
      setTimeout(() => {
        inFlight--;
        answer(createPage())(request, response);
      }, 5);
    });
    const counts: number[] = [];
    const backend = openUpstreamBackend(server.base, {
      connectionsMax: 4,
      deadlineMs: 30_000,
      onInFlight: (count) => counts.push(count),
    });
    const ends = await Promise.all(
      Array.from({ length: 100 }, async () => await awaitEnd(() => backend.search(search))),
    );
    assert.deepEqual(new Set(ends.map((end) => typeof end)), new Set(['object']));
    assert.deepEqual([most, sockets.size, Math.max(...counts), counts.at(-1)], [4, 4, 4, 0]);
    await backend.close();
    await backend.close();
    assert.match(String(await awaitEnd(() => backend.search(search))), /^unavailable/);
  });

  test('that is too slow is busy for requests that get no connection in time', async (t) => {
    const server = await localServer(t, () => undefined);
    const backend = openUpstreamBackend(server.base, { connectionsMax: 1, deadlineMs: 300 });
    t.after(() => backend.close());
    const ends = await Promise.all(
      Array.from({ length: 40 }, async () => await awaitEnd(() => backend.search(search))),
    );
    assert.deepEqual(new Set(ends), new Set(['busy 1', 'unavailable 2']));
  });

  test('that was never reached has no facts; concurrent callers share one request', async (t) => {
    const { backend, server, become, events } = await over(t, answer('', 401));
    assert.deepEqual(await Promise.all([1, 2, 3].map(async () => await awaitEnd(() => backend.facts()))), [
      'rejected 1',
      'rejected 1',
      'rejected 1',
    ]);
    await backend.refresh();
    assert.equal(server.requests.length, 1);
    become(problem(404, 'not_found'));
    await until('it is found again', async () => typeof (await awaitEnd(() => backend.facts())) === 'object');
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['away', 'recovered'],
    );
  });

  test('sends the token only to the service, in the field Authorization', async (t) => {
    const { backend, server } = await over(t, answer(createPage()));
    await backend.search({ ...search, country: undefined });
    const [request] = server.requests;
    assert.equal(request?.headers.authorization, `Bearer ${UPSTREAM_TOKEN}`);
    assert.equal(request.url, '/v1/search?q=nordlys&limit=5');
  });
});
