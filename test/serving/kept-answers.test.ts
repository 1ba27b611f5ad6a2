/** Cached responses equal new ones, and never contain replaced data. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { openBackend, type Backend } from '../../src/backend/index.ts';
import { folder } from '../fixtures/folder.ts';
import { MILLS, buildLines, mill, millId, mills, put } from '../searching/generations.ts';
import { TestService, lineId, openSample, type Answer, type Sample } from '../fixtures/service.ts';

/** Number of requests: a page is cached on its second request, so the third response comes from the cache. */
const ASKED = 4;

/** Returns a backend that responds asynchronously, as a database does. */
function answeringLater(backend: Backend): Backend {
  return {
    search: async (request) => await backend.search(request),
    company: async (one) => await backend.company(one),
    officers: async (request) => await backend.officers(request),
    facts: () => backend.facts(),
    close: () => backend.close(),
  };
}

const WAYS = [
  ['at once', (backend: Backend) => backend],
  ['later', answeringLater],
] as const;

for (const [when, through] of WAYS)
  suite(`a page that is requested repeatedly of a backend that answers ${when}`, () => {
    let sample: Sample;
    let shared: TestService;
    let other: TestService;
    before(async () => {
      const opened = await openSample();
      sample = { ...opened, backend: through(opened.backend) };
      [shared, other] = [new TestService(sample.backend), new TestService(sample.backend)];
    });
    after(async () => {
      await shared.app.close();
      await other.app.close();
      await sample.close();
    });

    /** Returns the parts of a response that are equal in all responses over unchanged data. */
    const steady = ({ status, headers, body }: Answer): unknown => ({
      status,
      body: body.replace(/req_\w{26}/, 'req_'),
      headers: { ...headers, 'x-request-id': undefined, ratelimit: undefined, date: undefined },
    });
    const id = (): string => lineId(sample.byState.active.find(({ officers }) => officers !== undefined));
    const cases: [claim: string, target: () => string][] = [
      ['a first page', () => '/v1/search?q=nor'],
      ['a first page in one country', () => '/v1/search?q=nor&country=no&limit=3'],
      ['a page of nothing', () => '/v1/search?q=zqxzqx'],
      ['a query of other letters', () => `/v1/search?q=${encodeURIComponent('ђур')}`],
      ['a refused search', () => '/v1/search?q=no'],
      ['a company', () => `/v1/companies/${id()}`],
      ['the officers of a company', () => `/v1/companies/${id()}/officers`],
      ['nothing', () => '/v1/companies/co_00000000000000000000000000'],
    ];
    for (const [claim, target] of cases) {
      test(`is the same each time: ${claim}`, async () => {
        const answers: Answer[] = [];
        for (let i = 0; i < ASKED; i++) answers.push(await shared.send(`/registry${target()}`));
        for (const answer of answers) assert.deepEqual(steady(answer), steady(answers[0] as Answer));
        assert.deepEqual(steady(await other.send(`/registry${target()}`)), steady(answers[0] as Answer));
      });
    }

    test('has a new cursor every minute, and a tag that shows it', async () => {
      const service = new TestService(sample.backend);
      const cursors = new Set<string>();
      const tags = new Set<string | undefined>();
      for (let i = 0; i < ASKED; i++) {
        const answer = await service.ask('/v1/search?q=nor&limit=2');
        const { next_cursor: cursor } = answer.json() as { next_cursor: string };
        cursors.add(cursor);
        tags.add(answer.headers['etag']);
        assert.equal((await service.ask(`/v1/search?q=nor&limit=2&cursor=${cursor}`)).status, 200);
        if (i % 2 === 1) service.clock.pass(60);
      }
      assert.equal(cursors.size, ASKED / 2);
      assert.equal(tags.size, ASKED / 2);
      await service.app.close();
    });

    test('is refused when its own cursor has expired, however often it was requested', async () => {
      const service = new TestService(sample.backend, { cursorTtlSeconds: 900 });
      const first = (await service.ask('/v1/search?q=nor&limit=2')).json() as { next_cursor: string };
      const later = `/v1/search?q=nor&limit=2&cursor=${first.next_cursor}`;
      const pages: { data: unknown }[] = [];
      for (let i = 0; i < ASKED; i++) pages.push((await service.ask(later)).json() as { data: unknown });
      for (const page of pages) assert.deepEqual(page.data, pages[0]?.data);
      service.clock.pass(900);
      assert.equal((await service.ask(later)).status, 400);
      await service.app.close();
    });

    test('is made each time where the backend does not name the version of its data', async () => {
      const { backend } = sample;
      const asked: string[] = [];
      const writable: Backend = {
        search: async (request) => {
          asked.push('search');
          return { ...(await backend.search(request)), version: undefined };
        },
        company: async (one) => {
          asked.push('company');
          const result = await backend.company(one);
          return result && { ...result, version: undefined };
        },
        officers: (request) => backend.officers(request),
        facts: () => backend.facts(),
        close: () => undefined,
      };
      const service = new TestService(writable);
      for (let i = 0; i < ASKED; i++) await service.ask('/v1/search?q=nor');
      for (let i = 0; i < ASKED; i++) await service.ask(`/v1/companies/${id()}`);
      const expected = [...Array<string>(ASKED).fill('search'), ...Array<string>(ASKED).fill('company')];
      assert.deepEqual(asked, expected);
      await service.app.close();
    });

    test('is 304 for who has it, and without a body for HEAD', async () => {
      const service = new TestService(sample.backend);
      for (const path of [`/v1/companies/${id()}`, `/v1/companies/${id()}/officers`, '/v1/search?q=nor']) {
        let tag = '';
        for (let i = 0; i < ASKED; i++) tag = (await service.ask(path)).headers['etag'] ?? '';
        assert.equal((await service.ask(path, { headers: { 'if-none-match': tag } })).status, 304);
        const head = await service.ask(path, { method: 'HEAD' });
        assert.equal(head.body, '');
        assert.equal(head.status, 200);
      }
      await service.app.close();
    });
  });

for (const [when, through] of WAYS)
  test(`nothing that was kept of a company is shown once it is restricted, by a backend that answers ${when}`, async (t) => {
    const directory = folder(t);
    const first = await buildLines(directory, 'first', mills(0, 5));
    const second = await buildLines(
      directory,
      'second',
      [...mills(0, 5), mill(2, { lifecycle: { status: 'restricted' } })],
      {
        previous: first,
      },
    );
    const path = join(directory, 'served');
    put(first, path);
    const backend = openBackend(`snapshot:${path}`);
    const service = new TestService(through(backend));
    t.after(async () => {
      await service.app.close();
      await backend.close();
    });
    const targets = [`/v1/search?q=${MILLS}`, `/v1/companies/${millId(2)}`, `/v1/companies/${millId(2)}/officers`];
    for (const target of targets) {
      for (let i = 0; i < ASKED; i++) await service.ask(target);
    }
    assert.match((await service.ask(targets[0] ?? '')).body, /Kvarn 000002 AB/);
    put(second, path);
    await backend.refresh();
    for (const target of targets) {
      for (let i = 0; i < ASKED; i++) assert.doesNotMatch((await service.ask(target)).body, /Kvarn 000002 AB/);
    }
    assert.match((await service.ask(targets[1] ?? '')).body, /"restricted"/);
  });
