/** Details over another service: one upstream request per company, checked; absent if the other service has no details. */
import { openUpstreamBackend } from '../../../extras/upstream/upstream-backend.ts';
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Problem } from '../../../src/contract/index.ts';
import type { Refreshable } from '../../../src/backend/index.ts';
import { lineId, openSample, serviceWithDoors, type Sample, type TestService } from '../../fixtures/service.ts';
import {
  ID,
  OTHER,
  answer,
  awaitEnd,
  company,
  createPage,
  over,
  problem,
  type Fields,
  type Listener,
} from './hostile-upstream.ts';
import { UPSTREAM_TOKEN, serveUpstream, type UpstreamService } from './upstream-service.ts';

const source = (fields: Fields = {}): Fields => ({ fields: ['state'], register: 'fi-prh', ...fields });
const createDetails = (fields: Fields = {}): string =>
  JSON.stringify({
    data: {
      id: ID,
      object: 'company_details',
      lifecycle: { status: 'active' },
      state: 'active',
      sources: [source()],
      ...fields,
    },
    attribution: 'Powered by Upstream',
  });
const search = { query: 'nordlys', limit: 5 };
const NOT_FOUND = problem(404, 'not_found');

suite('A service in front of one with details', () => {
  let sample: Sample;
  let upstream: UpstreamService;
  let through: Refreshable;
  let service: TestService;
  let direct: TestService;
  before(async () => {
    sample = await openSample();
    upstream = await serveUpstream(sample.backend);
    through = openUpstreamBackend(upstream.address, { token: UPSTREAM_TOKEN, deadlineMs: 60_000 });
    service = await serviceWithDoors(through, 'details');
    direct = await serviceWithDoors(sample.backend, 'details');
    await through.facts();
  });
  after(async () => {
    await service.app.close();
    await direct.app.close();
    await through.close();
    await upstream.close();
    await sample.close();
  });

  for (const state of ['active', 'redirected', 'split', 'tombstoned', 'restricted'] as const)
    test(`returns the details of an ${state} record for one request`, async () => {
      const path = `/details/v1/companies/${lineId(sample.byState[state][0])}`;
      const counted = upstream.count();
      const [got, want] = [await service.ask(path), await direct.ask(path)];
      assert.deepEqual([got.status, upstream.count() - counted], [200, 1]);
      assert.deepEqual(got.json(), want.json());
    });

  test('returns a page of 25 companies with details for one request, and its cursor continues', async () => {
    for (const path of ['/details/v1/search?q=%D1%82%D0%BE%D0%B2&limit=25', '/details/v1/search?q=lume&limit=10']) {
      let cursor = '';
      do {
        const counted = upstream.count();
        const got = (await service.ask(path + cursor)).json() as { data: unknown[]; next_cursor: string | null };
        assert.equal(upstream.count() - counted, 1);
        assert.ok(got.data.length > 0, path);
        const first = cursor === '' ? ((await direct.ask(path)).json() as { data: unknown[] }) : undefined;
        if (first !== undefined) assert.deepEqual(got.data, first.data);
        cursor = got.next_cursor === null ? '' : `&cursor=${got.next_cursor}`;
      } while (cursor !== '');
    }
  });

  test('does not find an unknown company', async () => {
    const { status, json } = await service.ask('/details/v1/companies/co_00000000000000000000000009');
    assert.deepEqual([status, (json() as Problem).code], [404, 'not_found']);
    assert.match((json() as Problem).detail, /^No company is visible/);
  });
});

suite('Over another service', () => {
  for (const [claim, listener, want] of [
    ['details of another company', answer(createDetails({ id: OTHER })), 'rejected 1'],
    ['a state that does not exist', answer(createDetails({ state: 'sleeping' })), 'rejected 1'],
    ['a day that does not exist', answer(createDetails({ closed_on: '2026-02-31' })), 'rejected 1'],
    ['a page of a script', answer(createDetails({ record_url: 'javascript:alert(1)' })), 'rejected 1'],
    ['an address that is a text', answer(createDetails({ address: 'Esimerkkitie 1' })), 'rejected 1'],
    ['no sources', answer(createDetails({ sources: undefined })), 'rejected 1'],
    [
      'a source of a field that does not exist',
      answer(createDetails({ sources: [source({ fields: ['x'] })] })),
      'rejected 1',
    ],
    ['null for an absent field', answer(createDetails({ euid: null })), 'rejected 1'],
    ['our token', answer(createDetails({ euid: UPSTREAM_TOKEN })), 'rejected 1'],
    ['five megabytes', answer(createDetails({ euid: 'x'.repeat(5e6) })), 'rejected 1'],
    ['503', problem(503, 'upstream_unavailable', { 'retry-after': '4' }), 'unavailable 4'],
    ['429', problem(429, 'rate_limited', { 'retry-after': '17' }), 'busy 17'],
    ...['restricted', 'split', 'tombstoned'].map(
      (status) =>
        [
          `details of a company that is ${status}`,
          answer(createDetails({ lifecycle: { status } })),
          'rejected 1',
        ] as const,
    ),
  ] as const)
    test(`${claim} instead of details are the fault "${want}"`, async (t) => {
      const { backend } = await over(t, listener);
      assert.equal(await awaitEnd(() => backend.details([ID])), want);
    });

  test('facts of registers and unknown fields are dropped from details', async (t) => {
    const named = source({ name: 'Register', licence: 'CC0', url: 'https://register.example/', more: 1 });
    const { backend } = await over(t, answer(createDetails({ sources: [named], more: 1 })));
    const details = { state: 'active', sources: [source()] };
    assert.deepEqual((await backend.details([ID]))?.records, [{ lifecycle: { status: 'active' }, details }]);
  });

  test('a company of a search keeps its distinction, and loses unknown fields', async (t) => {
    const number = { scheme: 'lei', value: '529900T8BM49AURSDO55' };
    const distinction = { number, country: 'FI', state: 'closed', locality: 'Turku' };
    const page = createPage({ data: [company({ ...distinction, more: 1 })] });
    const { backend } = await over(t, answer(page));
    const found = await backend.searchWithDetails(search);
    assert.deepEqual(JSON.parse(Buffer.from(found?.json ?? []).toString()), company(distinction));
  });

  for (const [claim, listener] of [
    ['a problem', NOT_FOUND],
    ['a page of a web server', answer('<h1>not found', 404, { 'content-type': 'text/html' })],
  ] as const)
    test(`404 as ${claim} for every resource of details counts as a service without details for a minute`, async (t) => {
      let now = 0;
      const { backend, server, become } = await over(t, listener, { nowMs: () => now });
      assert.equal(await backend.details([ID, OTHER]), undefined);
      // One request for each company, and a search, because a company may be unknown.
      assert.equal(server.requests.length, 3);
      assert.equal(await backend.details([ID]), undefined);
      assert.equal(await backend.searchWithDetails(search), undefined);
      assert.equal(server.requests.length, 3);
      now = 60_001;
      become(answer(createDetails()));
      assert.equal((await backend.details([ID]))?.records.length, 1);
    });

  test('an unknown company of a service with details costs one request', async (t) => {
    const asked: Listener = (request, response) =>
      request.url?.includes('/search') === true
        ? answer(createPage({ query: new URL(request.url, 'http://x').searchParams.get('q'), data: [] }))(
            request,
            response,
          )
        : NOT_FOUND(request, response);
    const { backend, server } = await over(t, asked);
    assert.deepEqual(await backend.details([ID]), { records: [undefined] });
    assert.deepEqual(await backend.details([OTHER]), { records: [undefined] });
    assert.equal(server.requests.length, 3);
  });

  test('a service without details is reported as one', async (t) => {
    const { backend } = await over(t, NOT_FOUND);
    const service = await serviceWithDoors(backend, 'details');
    t.after(() => service.app.close());
    for (const path of [`companies/${ID}`, 'search?q=nordlys']) {
      const { status, json } = await service.ask(`/details/v1/${path}`);
      const { code, detail } = json() as Problem;
      assert.deepEqual([status, code, detail], [404, 'not_found', 'This service has no details of companies']);
    }
  });
});
