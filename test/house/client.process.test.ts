/** The client against the service on a port, and against other servers. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test, type TestContext } from 'node:test';
import {
  OpenFirma,
  OpenFirmaAnswerError,
  OpenFirmaCursorError,
  OpenFirmaError,
  OpenFirmaNetworkError,
  type Fetch,
  type OpenFirmaOptions,
  type Wait,
  type SearchOptions,
} from '../../clients/javascript/src/openfirma.ts';
import { BackendError, openBackend, type Backend } from '../../src/backend/index.ts';
import { SEARCH_LIMITS } from '../../src/contract/index.ts';
import { SEARCH_PARAMETERS } from '../../src/operations/index.ts';
import { encodeCompanyId } from '../../src/model/index.ts';
import type { ServiceConfig } from '../../src/server/index.ts';
import { folder } from '../fixtures/folder.ts';
import { buildLines, mills } from '../searching/generations.ts';
import {
  BASE_URL,
  TestService,
  failing,
  lineId,
  openSample,
  serviceWithDoors,
  type Sample,
} from '../fixtures/service.ts';
import { until } from '../fixtures/until.ts';

/** A prefix of more companies of the sample than fit on a page. */
const MANY = 'tov';
const UNKNOWN_ID = encodeCompanyId(new Uint8Array(16).fill(0xee));
/** Number of requests in the allowance of a client. */
const ALLOWANCE = 60;

type Options = Partial<OpenFirmaOptions>;

/** Returns the error that a promise rejects with. */
async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    (value) => assert.fail(`it must reject, got ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

/** Returns the error that a promise rejects with, which must be of one class. */
async function catchError<T>(kind: abstract new (...args: never[]) => T, promise: Promise<unknown>): Promise<T> {
  const error = await thrownBy(promise);
  assert.ok(error instanceof kind, String(error));
  return error;
}

async function all<T>(walk: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of walk) values.push(value);
  return values;
}

/** Returns a `fetch` that records the requests of a client. */
function counting(): { readonly fetch: Fetch; readonly urls: string[] } {
  const urls: string[] = [];
  return {
    urls,
    fetch: (url, init) => {
      urls.push(url);
      return fetch(url, init);
    },
  };
}

test('The client takes exactly the parameters of a search', () => {
  const parameters: Readonly<Record<keyof Omit<SearchOptions, 'signal'>, true>> = {
    q: true,
    country: true,
    limit: true,
    cursor: true,
  };
  assert.deepEqual(Object.keys(parameters), SEARCH_PARAMETERS);
});

suite('The client, of the service,', () => {
  let sample: Sample;
  before(async () => {
    sample = await openSample();
  });
  after(() => sample.close());

  /** Starts a service on a port with stopped clocks, and returns a client of it. */
  async function serve(
    t: TestContext,
    options: Options = {},
    { backend = sample.backend, ...config }: { backend?: Backend } & Partial<ServiceConfig> = {},
  ): Promise<{ service: TestService; client: OpenFirma; baseUrl: string }> {
    const service = new TestService(backend, config);
    await service.app.listen({ hosts: ['127.0.0.1'], port: 0 });
    t.after(() => service.app.close());
    const { port } = service.app.server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}${new URL(BASE_URL).pathname}`;
    return { service, baseUrl, client: new OpenFirma({ baseUrl, ...options }) };
  }
  /** Starts a service with details on a port, and returns a client of it. */
  async function serveDetails(t: TestContext): Promise<{ client: OpenFirma }> {
    const service = await serviceWithDoors(sample.backend, 'details');
    await service.app.listen({ hosts: ['127.0.0.1'], port: 0 });
    t.after(() => service.app.close());
    const { port } = service.app.server.address() as AddressInfo;
    return { client: new OpenFirma({ baseUrl: `http://127.0.0.1:${port}${new URL(BASE_URL).pathname}` }) };
  }
  /** Uses up the allowance of a service. */
  async function drain(baseUrl: string): Promise<void> {
    const asked = Array.from({ length: ALLOWANCE }, () => fetch(`${baseUrl}/v1/companies/${UNKNOWN_ID}`));
    for (const answer of await Promise.all(asked)) await answer.text();
  }
  const failingBy = (fault: 'busy' | 'rejected'): Backend =>
    failing(() => {
      throw new BackendError(fault, 'the data service of this test fails');
    });

  test('gets a page of a search, with its parameters unchanged', async (t) => {
    const { client } = await serve(t);
    const page = await client.search({ q: '  Nordlysmyr  &  s', country: 'no', limit: 3 });
    assert.deepEqual(
      [page.object, page.query, page.countries, page.data.map(({ name }) => name), page.next_cursor, page.attribution],
      ['list', 'Nordlysmyr & s', ['NO'], ['NORDLYSMYR & SKODDERUD DA'], null, 'Powered by Example Registers'],
    );
  });

  test('rejects a code that no country has, without a request', async (t) => {
    const { fetch, urls } = counting();
    const { client } = await serve(t, { fetch });
    const nowhere = { q: MANY, country: 'xx' };
    for (const call of [client.search(nowhere), client.similar(nowhere), client.searchWithDetails(nowhere)])
      await assert.rejects(call, new TypeError('No country has the code "xx"'));
    assert.deepEqual(urls, []);
    for (const country of ['EL', 'uk', 'us', 'XK', 'All'])
      assert.equal((await client.search({ q: MANY, country })).object, 'list');
  });

  test('gets the page behind a cursor', async (t) => {
    const { client } = await serve(t);
    const first = await client.search({ q: MANY, limit: 2 });
    const second = await client.search({ q: MANY, limit: 2, cursor: first.next_cursor ?? undefined });
    const both = await client.search({ q: MANY, limit: 4 });
    assert.deepEqual([...first.data, ...second.data], both.data);
  });

  test('gets a company and its officers by an ID', async (t) => {
    const { client } = await serve(t);
    const id = sample.findId('LARKHOLT ROLES PLC');
    const [company, officers] = await Promise.all([client.company(id), client.officers(id)]);
    assert.deepEqual(
      [company.data.id, company.data.identifiers?.[0]?.value, company.attribution],
      [id, 'SC300047', 'Powered by Example Registers'],
    );
    assert.deepEqual([officers.company_id, officers.data.length, officers.has_more], [id, 4, false]);
  });

  test('says why a company has no officers', async (t) => {
    const { client } = await serve(t);
    for (const [state, reason] of [
      ['split', /^the company was split/],
      ['tombstoned', /^no register lists this company/],
      ['restricted', /^the values of this company are withheld/],
    ] as const) {
      const id = lineId(sample.byState[state][0]);
      assert.deepEqual((await client.officers(id)).data, []);
      assert.match(await client.whyNoOfficers(id), reason);
    }
    assert.match(await client.whyNoOfficers(sample.findId('NORDLYSMYR ENK')), /^no register in the data publishes/);
  });

  test('gets the details of a company, and a search with what distinguishes its companies', async (t) => {
    const { client } = await serveDetails(t);
    const page = await client.searchWithDetails({ q: 'nordlysmyr handel', country: 'se', limit: 1 });
    const [company] = page.data;
    assert.deepEqual(
      [company?.number?.value, company?.country, company?.state, company?.locality],
      ['556010-1981', 'SE', 'active', 'Ålkistaby'],
    );
    const { data } = await client.details(company?.id ?? '');
    assert.deepEqual(
      [data.object, data.id, data.state, data.address?.street, data.sources.length > 0],
      ['company_details', company?.id, 'active', 'Råglinda Bygg 6', true],
    );
    const unknown = await catchError(OpenFirmaError, client.details(UNKNOWN_ID));
    assert.deepEqual([unknown.status, unknown.code], [404, 'not_found']);
    const short = await catchError(OpenFirmaError, client.searchWithDetails({ q: 'n' }));
    assert.deepEqual([short.status, short.code], [400, 'invalid_request']);
  });

  test('gets companies of similar names', async (t) => {
    const { client } = await serveDetails(t);
    const found = await client.similar({ q: 'nordlysmir handel', country: 'se' });
    assert.deepEqual([found.object, found.countries], ['similar_list', ['SE']]);
    assert.deepEqual([found.data[0]?.name, found.data[0]?.country], ['Nordlysmyr Handel AS', 'SE']);
  });

  test('rejects details with not_found from a service without them', async (t) => {
    const { client } = await serve(t);
    for (const call of [
      client.details(UNKNOWN_ID),
      client.searchWithDetails({ q: MANY }),
      client.similar({ q: 'nordlysmir' }),
    ])
      assert.equal((await catchError(OpenFirmaError, call)).status, 404);
  });

  test('walks through every page, each company once and in order', async (t) => {
    const { fetch, urls } = counting();
    const { client } = await serve(t, { fetch });
    const companies = await all(client.companies({ q: MANY, limit: 10 }));
    assert.ok(companies.length > 30 && urls.length === Math.ceil(companies.length / 10), `${companies.length}`);
    assert.equal(new Set(companies.map(({ id }) => id)).size, companies.length);
    const first = await client.search({ q: MANY, limit: 25 });
    assert.deepEqual(companies.slice(0, 25), first.data);
    assert.deepEqual(await all(client.companies({ q: MANY })), companies);
  });

  test('requests a page when it is needed, and no more than "max" companies', async (t) => {
    const { fetch, urls } = counting();
    const { client } = await serve(t, { fetch });
    const walk = client.companies({ q: MANY, max: 28 });
    assert.equal(urls.length, 0);
    await walk.next();
    assert.equal(urls.length, 1);
    assert.equal((await all(walk)).length, 27);
    const limits = urls.map((url) => new URL(url).searchParams.get('limit'));
    assert.deepEqual(limits, [String(SEARCH_LIMITS.limitMax), '3']);
    assert.deepEqual(await all(client.companies({ q: MANY, max: 0 })), []);
    assert.equal(urls.length, 2);
  });

  test('gives whole pages, with their attribution', async (t) => {
    const { client } = await serve(t);
    const pages = await all(client.pages({ q: MANY, max: 28 }));
    assert.deepEqual(
      pages.map(({ data, attribution }) => [data.length, attribution]),
      [25, 3].map((count) => [count, 'Powered by Example Registers']),
    );
  });

  test('throws OpenFirmaCursorError when the cursor has expired', async (t) => {
    const { service, client } = await serve(t);
    const walk = client.companies({ q: MANY, limit: 10 });
    for (let i = 0; i < 10; i++) await walk.next();
    service.clock.pass(901);
    const error = await catchError(OpenFirmaCursorError, walk.next());
    assert.deepEqual([error.code, error.status, error.companiesGiven], ['invalid_request', 400, 10]);
    assert.match(error.message, /after 10 companies: Parameter "cursor" has expired/);
    assert.deepEqual(await walk.next(), { value: undefined, done: true });
  });

  test('throws OpenFirmaCursorError when the data of the cursor is gone', async (t) => {
    const directory = folder(t);
    const other = openBackend(`snapshot:${await buildLines(directory, 'other', mills(0, 20))}`);
    t.after(() => other.close());
    const first = await serve(t);
    const next = await serve(t, {}, { backend: other });
    const client = new OpenFirma({
      baseUrl: first.baseUrl,
      fetch: (url, init) => fetch(url.includes('cursor') ? url.replace(first.baseUrl, next.baseUrl) : url, init),
    });
    const error = await catchError(OpenFirmaCursorError, all(client.companies({ q: MANY, limit: 10 })));
    assert.deepEqual([error.code, error.companiesGiven], ['invalid_request', 10]);
  });

  test('throws OpenFirmaError, not OpenFirmaCursorError, for an invalid query', async (t) => {
    const { client } = await serve(t);
    const error = await catchError(OpenFirmaError, all(client.companies({ q: 'ab' })));
    assert.deepEqual([error instanceof OpenFirmaCursorError, error.code], [false, 'invalid_request']);
    assert.match(error.detail, /"q"/);
  });

  test('throws an error with all fields of a problem', async (t) => {
    const { client } = await serve(t);
    const error = await catchError(OpenFirmaError, client.company(UNKNOWN_ID));
    const { code, status, title, detail, type, requestId, retryable, retryAfterSeconds, problem } = error;
    assert.deepEqual(
      { type, title, status, detail, request_id: requestId, code, retryable, instance: problem.instance },
      problem,
    );
    assert.deepEqual([code, status, retryable, retryAfterSeconds], ['not_found', 404, false, undefined]);
    assert.equal(error.message, `Resource not found: No company is visible under "${UNKNOWN_ID}"`);
    assert.equal(error.name, 'OpenFirmaError');
  });

  test('escapes an ID in the path', async (t) => {
    const { client } = await serve(t);
    for (const id of ['a/officers', `${UNKNOWN_ID}?q=1`, '#', '%', ' ']) {
      const error = await catchError(OpenFirmaError, client.company(id));
      assert.match(error.detail, /"company_id"/, id);
    }
  });

  test('waits when rate limited and retries', async (t) => {
    const waits: Wait[] = [];
    const { service, client, baseUrl } = await serve(t, {
      onWait: (wait) => {
        waits.push(wait);
        service.clock.pass(wait.seconds);
      },
    });
    await drain(baseUrl);
    const id = lineId(sample.byState.active[0]);
    const started = performance.now();
    assert.equal((await client.company(id)).data.id, id);
    // A timer of Node may be early by a millisecond.
    assert.ok(performance.now() - started >= 998);
    assert.deepEqual(
      waits.map(({ seconds, attempt, error }) => [seconds, attempt, (error as OpenFirmaError).code]),
      [[1, 1, 'rate_limited']],
    );
  });

  test('retries rate-limited calls one after the other, without the cancelled ones', async (t) => {
    const waits: { readonly seconds: number; readonly untilMs: number }[] = [];
    const onWait = ({ seconds }: Wait): void => void waits.push({ seconds, untilMs: Date.now() + seconds * 1000 });
    const { client, baseUrl } = await serve(t, { maxWaitSeconds: 20, onWait });
    await drain(baseUrl);
    for (let i = 1; i <= 3; i++) {
      const typed = new AbortController();
      const stale = thrownBy(client.search({ q: MANY, signal: typed.signal }));
      await until('it waits', () => waits.length >= i);
      typed.abort();
      await stale;
    }
    const giveUp = new AbortController();
    const left = [1, 2, 3].map(() => thrownBy(client.search({ q: MANY, signal: giveUp.signal })));
    await until('all wait', () => waits.length >= 6);
    giveUp.abort();
    await Promise.all(left);
    const [first, second, third, fourth, ...rest] = waits;
    assert.deepEqual([first, second, third, fourth].map((wait) => wait?.seconds), [1, 1, 1, 1]); // prettier-ignore
    let last = fourth?.untilMs ?? NaN;
    for (const { untilMs } of rest) {
      // The client plans a second between requests; the times recorded here are less exact.
      assert.ok(untilMs - last >= 500, `${untilMs - last} ms apart`);
      last = untilMs;
    }
  });

  const BOUNDS: readonly (readonly [claim: string, options: Options, waits: number])[] = [
    ['in number', { maxRetries: 1 }, 1],
    ['in number, to none', { maxRetries: 0 }, 0],
    ['in time', { maxWaitSeconds: 1.5 }, 1],
    ['in time, to none', { maxWaitSeconds: 0 }, 0],
  ];
  suite('bounds waits', { concurrency: true }, () => {
    for (const [claim, options, waits] of BOUNDS) {
      test(claim, async (t) => {
        const { fetch, urls } = counting();
        const { client } = await serve(t, { fetch, ...options }, { backend: failingBy('busy') });
        const error = await catchError(OpenFirmaError, client.search({ q: MANY }));
        assert.deepEqual([error.code, error.status, error.retryAfterSeconds], ['upstream_busy', 503, 1]);
        assert.equal(urls.length, waits + 1);
      });
    }
  });

  test('does not retry without Retry-After', async (t) => {
    const { fetch, urls } = counting();
    const { client } = await serve(t, { fetch }, { backend: failingBy('rejected') });
    const error = await catchError(OpenFirmaError, client.search({ q: MANY }));
    assert.deepEqual([error.code, error.status, error.retryable, urls.length], ['upstream_error', 502, true, 1]);
  });

  test('rejects with the reason of the signal during a wait', async (t) => {
    const reason = new Error('the next key was pressed');
    const giveUp = new AbortController();
    const onWait = (): void => void setTimeout(() => giveUp.abort(reason), 20);
    const { fetch, urls } = counting();
    const { client } = await serve(t, { onWait, fetch }, { backend: failingBy('busy') });
    assert.equal(await thrownBy(client.search({ q: MANY, signal: giveUp.signal })), reason);
    assert.equal(urls.length, 1);
  });

  test('calls the given fetch as a function, as browsers require', async (t) => {
    const callers: unknown[] = [];
    const { client } = await serve(t, {
      fetch: function send(this: unknown, url, init) {
        callers.push(this);
        return fetch(url, init);
      },
    });
    await client.search({ q: MANY });
    assert.deepEqual(callers, [undefined]);
  });

  test('sends nothing if the signal is already aborted', async (t) => {
    const { fetch, urls } = counting();
    const { client } = await serve(t, { fetch });
    const error = await thrownBy(client.officers(UNKNOWN_ID, { signal: AbortSignal.abort() }));
    assert.deepEqual([(error as Error).name, urls.length], ['AbortError', 0]);
  });
});

suite('The client, with a server that is not this service,', () => {
  /** Returns a client of a server with this listener. */
  async function createClient(t: TestContext, listener: RequestListener, options: Options = {}): Promise<OpenFirma> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return new OpenFirma({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...options });
  }
  const writing =
    (status: number, text: string, headers: Readonly<Record<string, string>> = {}): RequestListener =>
    (_, response) =>
      response.writeHead(status, headers).end(text);

  const NONSENSE: readonly (readonly [claim: string, status: number, text: string])[] = [
    ['a page', 200, '<!doctype html><title>Sign in</title>'],
    ['nothing', 200, ''],
    ['cut JSON', 200, '{"object":"list","data":['],
    ['null', 200, 'null'],
    ['JSON of another interface', 200, '{"object":"list","items":[]}'],
    ['a company where a list was requested', 200, '{"data":{"object":"company"}}'],
    ['an error page', 500, '<h1>Internal error</h1>'],
    ['an error of another interface', 400, '{"error":"bad request"}'],
    ['a gateway without the service behind it', 502, 'Bad gateway'],
    ['a status for caches', 304, ''],
  ];
  for (const [claim, status, text] of NONSENSE) {
    test(`throws OpenFirmaAnswerError for ${claim} with status ${status}`, async (t) => {
      const client = await createClient(t, writing(status, text));
      const error = await catchError(OpenFirmaAnswerError, client.search({ q: MANY }));
      assert.deepEqual([error.status, error.excerpt, error.name], [status, text, 'OpenFirmaAnswerError']);
      assert.ok(error.url.endsWith(`/v1/search?q=${MANY}`) && error.message.includes(error.url), error.message);
    });
  }

  test('shows only the beginning of a long response', async (t) => {
    const client = await createClient(t, writing(200, 'x'.repeat(5000)));
    const error = await catchError(OpenFirmaAnswerError, client.company(UNKNOWN_ID));
    assert.ok(error.excerpt.length === 200 && error.message.length < 400, error.message);
  });

  test('waits for a Retry-After of a gateway, in seconds or as a date', async (t) => {
    for (const retryAfter of ['0', new Date(Date.now() - 5000).toUTCString()]) {
      let asked = 0;
      const client = await createClient(t, (request, response) => {
        if (++asked > 1) writing(200, '{"data":{"object":"company"}}')(request, response);
        else writing(503, 'Starting', { 'retry-after': retryAfter })(request, response);
      });
      assert.equal((await client.company(UNKNOWN_ID)).data.object, 'company', retryAfter);
    }
  });

  test('does not wait longer than allowed, nor for an unreadable Retry-After', async (t) => {
    for (const [retryAfter, seconds] of [
      ['3600', 3600],
      ['soon', undefined],
    ] as const) {
      const client = await createClient(t, writing(503, 'Maintenance', { 'retry-after': retryAfter }));
      const error = await catchError(OpenFirmaAnswerError, client.officers(UNKNOWN_ID));
      assert.deepEqual([error.status, error.retryAfterSeconds], [503, seconds]);
    }
  });

  test('stops when a proxy ignores the query string', async (t) => {
    const page = { object: 'list', query: 'a', countries: [], data: [], next_cursor: 'same', attribution: 'a' };
    const client = await createClient(t, writing(200, JSON.stringify(page)));
    await catchError(OpenFirmaAnswerError, all(client.companies({ q: MANY })));
  });

  test('throws OpenFirmaNetworkError for a refused or broken connection', async (t) => {
    const broken = await createClient(t, (_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"object":"li', () => response.destroy());
    });
    const error = await catchError(OpenFirmaNetworkError, broken.search({ q: MANY }));
    assert.ok(error.cause instanceof Error && error.message.startsWith(`Cannot get "${error.url}": `), error.message);

    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const refused = new OpenFirma({ baseUrl: `http://127.0.0.1:${port}` });
    assert.match((await catchError(OpenFirmaNetworkError, refused.search({ q: MANY }))).message, /ECONNREFUSED/);
  });

  test('rejects with the reason of the signal during a request and during a response', async (t) => {
    const listeners: readonly RequestListener[] = [
      () => undefined,
      (_, response) => response.writeHead(200).write('{"object":'),
    ];
    for (const listener of listeners) {
      const client = await createClient(t, listener);
      const error = await thrownBy(client.search({ q: MANY, signal: AbortSignal.timeout(50) }));
      assert.equal((error as Error).name, 'TimeoutError');
    }
  });
});

const ADDRESSES: readonly (readonly [baseUrl: string, isAllowed: boolean])[] = [
  ['https://api.example.org', true],
  ['HTTPS://api.example.org/open//', true],
  ['', false],
  ['/api', false],
  ['api.example.org', false],
  ['ftp://api.example.org', false],
  ['https://api.example.org/?key=1', false],
  ['https://api.example.org/#api', false],
];
for (const [baseUrl, isAllowed] of ADDRESSES) {
  test(`The client ${isAllowed ? 'takes' : 'refuses'} the address "${baseUrl}"`, () => {
    const create = (): OpenFirma => new OpenFirma({ baseUrl });
    if (isAllowed) create();
    else assert.throws(create, { name: 'TypeError', message: /"baseUrl" must be .*, got "/ });
  });
}
