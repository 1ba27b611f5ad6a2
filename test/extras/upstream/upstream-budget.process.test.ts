/** The number of upstream requests per request of a client, and the connections left for other clients. */
import { openUpstreamBackend } from '../../../extras/upstream/upstream-backend.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { openBackend, type Refreshable } from '../../../src/backend/index.ts';
import type { Problem } from '../../../src/contract/index.ts';
import type { IdentifierLookupList } from '../../../extras/lookup/schemas.ts';
import { mills, buildLines, MILLS } from '../../searching/generations.ts';
import { JSON_TYPE, company, createEnvelope, createPage } from './hostile-upstream.ts';
import { localServer } from '../../fixtures/local-server.ts';
import { serviceWithDoors, type Answer, type TestService } from '../../fixtures/service.ts';
import { until } from '../../fixtures/until.ts';
import { UPSTREAM_TOKEN, serveUpstream, type UpstreamService } from './upstream-service.ts';

const LOOKUPS = '/lookup/v1/identifiers';
const [CLIENT, OTHER_CLIENT] = ['198.51.100.1', '198.51.100.2'];

const lookUp = async (service: TestService, values: readonly string[], remoteAddress = CLIENT): Promise<Answer> =>
  await service.ask(LOOKUPS, {
    method: 'POST',
    payload: JSON.stringify({ identifiers: values.map((value) => ({ value })) }),
    headers: { 'content-type': 'application/json' },
    remoteAddress,
  });

suite('One request over another service', () => {
  let snapshot: Refreshable;
  let upstream: UpstreamService;
  let through: Refreshable;
  let service: TestService;
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-upstream-budget-'));
  before(async () => {
    // Every number of the mills begins with 55, so each search finds more mills than are compared.
    snapshot = openBackend(`snapshot:${await buildLines(directory, 'mills', mills(100, 400))}`);
    upstream = await serveUpstream(snapshot);
    through = openUpstreamBackend(upstream.address, { token: UPSTREAM_TOKEN, deadlineMs: 60_000 });
    service = await serviceWithDoors(through, 'lookup', 'reconcile');
    // The very first request checks that the other service is there.
    await through.facts();
  });
  after(async () => {
    await service.app.close();
    await through.close();
    await upstream.close();
    await snapshot.close();
    rmSync(directory, { recursive: true });
  });

  /** Returns how many requests the other service received for one request of a client. */
  async function measureCost(ask: () => Promise<Answer>): Promise<readonly [requests: number, answer: Answer]> {
    const counted = upstream.count();
    const answered = await ask();
    return [upstream.count() - counted, answered];
  }
  const readDetail = (answered: Answer): string => (answered.json() as Problem).detail;

  test('sends at most 30 requests for a batch; the problem names the number of entries to send', async () => {
    const [requests, answered] = await measureCost(() =>
      lookUp(
        service,
        Array.from({ length: 30 }, () => '551'),
      ),
    );
    assert.ok(requests <= 30, `${requests} requests`);
    assert.equal(answered.status, 400);
    const [, count] = /send its first (\d+) entries, then the others/.exec(readDetail(answered)) ?? [];
    const again = await lookUp(
      service,
      Array.from({ length: Number(count) }, () => '551'),
    );
    assert.equal(again.status, 200, again.body);
    assert.equal((again.json() as IdentifierLookupList).data.length, Number(count));
  });

  test('sends no request for a batch of more numbers', async () => {
    const [requests, answered] = await measureCost(() =>
      lookUp(
        service,
        Array.from({ length: 31 }, () => '551'),
      ),
    );
    assert.deepEqual([requests, answered.status], [0, 400]);
    // How many entries fit is known only after they are looked up.
    assert.match(readDetail(answered), /: send fewer entries at once$/);
  });

  test('answers a batch of whole numbers, each of which counts as a request of the client', async () => {
    const values = Array.from({ length: 9 }, (_, i) => `55${100 + i}`);
    service.clock.pass(60);
    const [requests, answered] = await measureCost(() => lookUp(service, values));
    assert.equal(answered.status, 200, answered.body);
    assert.ok((answered.json() as IdentifierLookupList).data.every(({ data }) => data.length === 1));
    assert.ok(requests <= 30, `${requests} requests`);
    assert.equal(answered.headers['ratelimit'], '"lookup";r=5100;t=1');
    // The clock is stopped, so these requests use up the minute.
    const further = await Promise.all(Array.from({ length: 12 }, async () => (await lookUp(service, values)).status));
    assert.ok(further.includes(429));
  });

  for (const [claim, queries, want] of [
    ['one query with a number', { q: { query: MILLS, properties: [{ pid: 'number', v: '55150' }] } }, 200],
    ['two queries with a number', Object.fromEntries(['a', 'b'].map((key) => [key, { query: MILLS, properties: [{ pid: 'number', v: '55150' }] }])), 200], // prettier-ignore
    ['25 queries with numbers', Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`q${i}`, { query: MILLS, properties: [{ pid: 'number', v: ['1', '2', '3', '4', '5'] }] }])), 400], // prettier-ignore
  ] as const)
    test(`of ${claim} stays within the budget in a reconciliation`, async () => {
      service.clock.pass(60);
      const body = new URLSearchParams({ queries: JSON.stringify(queries) }).toString();
      const [requests, answered] = await measureCost(() =>
        service.ask('/reconcile/v1', {
          method: 'POST',
          payload: body,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      );
      assert.equal(answered.status, want, answered.body);
      assert.ok(requests > 0 && requests <= 30, `${requests} requests`);
    });

  for (const value of ['551', '0', '5293774', 'FI55100'])
    test(`a look-up of ${value} stays within the budget`, async () => {
      const [requests, answered] = await measureCost(() => service.ask(`${LOOKUPS}/${value}`));
      assert.equal(answered.status, 200, answered.body);
      assert.ok(requests <= 30, `${requests} requests`);
    });

  test('a search for a number is not repeated for the numbers that begin with it', async () => {
    // A REGON: also one of fourteen digits, a Swiss number, and the IDs that follow from its check digits.
    const [requests, { status }] = await measureCost(() => service.ask(`${LOOKUPS}/012100784`));
    assert.deepEqual([requests, status], [7, 200]);
  });

  test('for a page of 25 companies sends one request to a service with details', async () => {
    const [requests, answered] = await measureCost(() => service.send(`/about/search?q=${MILLS}&limit=25`));
    assert.equal(answered.status, 200);
    assert.equal(requests, 1);
    assert.equal(answered.body.split('<code><bdi>').length - 1, 25, 'each row has its number');
  });
});

test('many batches of one client hold an eighth of the connections, and other clients are served at the same time', async (t) => {
  const held: { readonly path: string; readonly response: ServerResponse }[] = [];
  let isHolding = false;
  const release = ({ path, response }: (typeof held)[number]): void => {
    const query = new URL(path, 'http://upstream').searchParams.get('q');
    const body = query === null ? createEnvelope(company({ id: path.slice(-29) })) : createPage({ query, data: [] });
    response.writeHead(200, { 'content-type': JSON_TYPE }).end(body);
  };
  const server = await localServer(t, ({ url: path = '' }, response) => {
    if (isHolding) held.push({ path, response });
    else release({ path, response });
  });
  const backend = openUpstreamBackend(server.base, { connectionsMax: 16, deadlineMs: 60_000 });
  t.after(() => backend.close());
  const service = await serviceWithDoors(backend, 'lookup');
  await backend.facts();
  isHolding = true;
  const batches = Array.from({ length: 20 }, async (_, i) => await lookUp(service, [`1000${i}`, `2000${i}`]));
  await until('its share is under way', () => held.length >= 2);
  const others = [lookUp(service, ['300001'], OTHER_CLIENT), service.ask('/v1/search?q=nordlys')];
  await until('the other client is served', () => held.length >= 4);
  const queries = held.map(({ path }) => /q=(\w{3})/.exec(path)?.[1] ?? path);
  assert.deepEqual([queries.slice(0, 2), new Set(queries.slice(2))], [['100', '100'], new Set(['300', 'nor'])]);
  isHolding = false;
  held.forEach(release);
  const answers = await Promise.all([...batches, ...others]);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});
