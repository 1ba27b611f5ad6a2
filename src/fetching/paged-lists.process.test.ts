import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readFetched, type PagedList } from '../importer/index.ts';
import { InputError } from '../model/index.ts';
import { fetchPagedList } from './index.ts';
import type { Limits } from './limits.ts';
import { clientFor, serverFor } from './server-fixture.ts';

/** Invented records, sorted by `no`. */
const RECORDS = Array.from({ length: 7 }, (_, i) => ({ no: `C ${i + 1}`, name: `Firma "${i + 1}" š` }));
const NDJSON = RECORDS.map((record) => `${JSON.stringify(record)}\n`).join('');

interface Asked {
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
}

type Answer = (asked: Asked, response: ServerResponse, count: number) => void;

const json = (response: ServerResponse, body: unknown): void => void response.end(JSON.stringify(body));

/** A server of lists. It does not distinguish parameters in a form from parameters in the address. */
async function listServer(
  t: TestContext,
  crawl: Omit<PagedList, 'name'>,
  answer: Answer,
  limits: Partial<Limits> = {},
) {
  const asked: Asked[] = [];
  const server = await serverFor(t, (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const query = new URLSearchParams(`${request.url?.split('?')[1] ?? ''}&${body}`);
      asked.push({ query, request });
      answer({ query, request }, response, asked.length);
    });
  });
  const { base, into } = server;
  const { client, said } = clientFor(t, base, { limits });
  const url = base + crawl.url;
  const path = join(into, 'list.ndjson');
  const fetchIt = (more: Partial<PagedList> = {}) =>
    fetchPagedList({ ...crawl, name: 'list.ndjson', url, ...more }, { into, client });
  return { ...server, asked, said, path, fetchIt, text: () => readFileSync(path, 'utf8') };
}

const OFFSET = { url: '/list?offset={offset}&limit={limit}', records: '', limit: 3, next: 'offset' } as const;
const createPage = ({ query }: Asked): unknown[] => {
  const start = Number(query.get('offset'));
  return RECORDS.slice(start, start + Number(query.get('limit')));
};

const after = (key: string): unknown[] => RECORDS.filter(({ no }) => no > key).slice(0, 3);

const CRAWLS: [claim: string, crawl: Omit<PagedList, 'name'>, answer: Answer, want: readonly string[]][] = [
  [
    'by the count of records, until a page is empty',
    OFFSET,
    (asked, response) => json(response, createPage(asked)),
    ['offset=0&limit=3', 'offset=3&limit=3', 'offset=6&limit=3', 'offset=7&limit=3'],
  ],
  [
    'by the count of records, if the server sends fewer than requested, until the stated total',
    { ...OFFSET, records: 'items', total: { header: 'X-Total-Count' } },
    (asked, response) => json(response.setHeader('x-total-count', 7), { items: createPage(asked).slice(0, 2) }),
    ['offset=0&limit=3', 'offset=2&limit=3', 'offset=4&limit=3', 'offset=6&limit=3'],
  ],
  [
    'by the number of the page, until the stated total',
    {
      url: '/list?page%5Bnumber%5D={page}&page%5Bsize%5D={limit}',
      records: 'data',
      limit: 3,
      next: 'page',
      total: { response: 'meta.total' },
    },
    ({ query }, response) => {
      const start = (Number(query.get('page[number]')) - 1) * 3;
      json(response, { data: RECORDS.slice(start, start + 3), meta: { total: 7 } });
    },
    [
      'page%5Bnumber%5D=1&page%5Bsize%5D=3',
      'page%5Bnumber%5D=2&page%5Bsize%5D=3',
      'page%5Bnumber%5D=3&page%5Bsize%5D=3',
    ],
  ],
  [
    'by a cursor of the response, which the first page does not have',
    { url: '/list?limit={limit}&after={after}', records: 'data', limit: 3, next: { response: 'meta.next' } },
    ({ query }, response) => {
      const data = after(query.get('after') ?? '');
      json(response, { data, meta: { next: data.length < 3 ? null : RECORDS[RECORDS.indexOf(data[2] as never)]?.no } });
    },
    ['limit=3', 'limit=3&after=C+3', 'limit=3&after=C+6'],
  ],
  [
    'by a cursor of the response, which is null in the only page',
    { url: '/list?limit={limit}&after={after}', records: 'data', limit: 10, next: { response: 'next' } },
    (_, response) => json(response, { data: RECORDS, next: null }),
    ['limit=10'],
  ],
  [
    'by the last record, as a SPARQL query in a form',
    {
      url: '/query',
      form: { query: 'SELECT ?no { FILTER(?no > "{after}") } ORDER BY ?no LIMIT {limit}' },
      accept: 'application/sparql-results+json',
      records: 'results.bindings',
      limit: 3,
      next: { record: 'no.value' },
    },
    ({ query, request }, response) => {
      assert.equal(request.method, 'POST');
      assert.equal(request.headers.accept, 'application/sparql-results+json');
      assert.equal(request.headers['content-type'], 'application/x-www-form-urlencoded;charset=UTF-8');
      const [, key = ''] = /"(.*)"/.exec(query.get('query') ?? '') ?? [];
      const bindings = RECORDS.filter(({ no }) => no > key).map(({ no }) => ({ no: { type: 'literal', value: no } }));
      json(response, { head: {}, results: { bindings: bindings.slice(0, 3) } });
    },
    ['', 'C 3', 'C 6', 'C 7'].map((key) =>
      new URLSearchParams({ query: `SELECT ?no { FILTER(?no > "${key}") } ORDER BY ?no LIMIT 3` }).toString(),
    ),
  ],
];
for (const [claim, crawl, response, want] of CRAWLS) {
  test(`fetchPagedList crawls ${claim}`, async (t) => {
    const { fetchIt, path, text, asked, into } = await listServer(t, crawl, response);
    assert.deepEqual(await fetchIt(), { path, changed: true });
    const lines = text().trimEnd().split('\n').map((line) => JSON.parse(line) as { no: string | { value: string } }); // prettier-ignore
    assert.deepEqual(
      lines.map(({ no }) => (typeof no === 'string' ? no : no.value)),
      RECORDS.map(({ no }) => no),
    );
    assert.deepEqual(asked.map(({ query }) => query.toString()), want); // prettier-ignore
    assert.deepEqual(readdirSync(into).toSorted(), ['list.ndjson', 'list.ndjson.fetched.json']);
    const record = await readFetched(path);
    assert.deepEqual([record?.is_length_stated, record?.bytes], [true, readFileSync(path).length]);
  });
}

test('fetchPagedList keeps the text of numbers, and of everything else', async (t) => {
  const { fetchIt, text } = await listServer(t, OFFSET, (_, response, count) => {
    response.end(count === 1 ? '[{"a":12345678901234567890,"b":1.10,"c":1,"d":"\\u0161\\n"}]' : '[]');
  });
  await fetchIt();
  assert.equal(text(), '{"a":12345678901234567890,"b":1.10,"c":1,"d":"š\\n"}\n');
});

test('a later run of fetchPagedList continues after the last whole page', async (t) => {
  let down = true;
  const { fetchIt, text, asked, said, into } = await listServer(t, OFFSET, (one, response, count) => {
    if (down && count > 2) response.destroy();
    else json(response, createPage(one));
  });
  await assert.rejects(fetchIt(), /: request "page:3": other side closed$/);
  assert.deepEqual(readdirSync(into), ['.list.ndjson.crawl']);
  // A run that was killed while it stored a page left a part of the page.
  const responses = readdirSync(join(into, '.list.ndjson.crawl')).find((name) => name.endsWith('.zst')) ?? '';
  writeFileSync(join(into, '.list.ndjson.crawl', responses), 'part', { flag: 'a' });
  down = false;
  const before = asked.length;
  await fetchIt();
  assert.equal(text(), NDJSON);
  assert.equal(asked[before]?.query.get('offset'), '6');
  assert.match(said.at(-1) ?? '', /^Continuing ".*"$/);
});

const RESTARTED: [claim: string, change: (crawled: string) => Partial<PagedList>, limits: Partial<Limits>][] = [
  ['of another address', (base) => ({ url: `${base}/list?snapshot=2&offset={offset}&limit={limit}` }), {}],
  ['that is too old', () => ({}), { resumeMs: -1 }],
];
for (const [claim, change, limits] of RESTARTED) {
  test(`fetchPagedList does not continue a crawl ${claim}`, async (t) => {
    let down = true;
    const server = await listServer(
      t,
      OFFSET,
      (one, response, count) => (down && count > 1 ? response.destroy() : json(response, createPage(one))),
      limits,
    );
    await assert.rejects(server.fetchIt(), /: request "page:2": /);
    down = false;
    const before = server.asked.length;
    await server.fetchIt(change(server.base));
    assert.equal(server.text(), NDJSON);
    assert.equal(server.asked[before]?.query.get('offset'), '0');
  });
}

test('fetchPagedList starts again if the cursor of an earlier run has expired', async (t) => {
  let run = 1;
  const crawl = { url: '/list?after={after}', records: 'data', limit: 3, next: { response: 'next' } } as const;
  const { fetchIt, text, said } = await listServer(t, crawl, ({ query }, response, count) => {
    if (run === 1 && count > 1) response.destroy();
    else if (run === 2 && query.get('after')?.startsWith('1:') === true) response.writeHead(410).end();
    else {
      const data = after(query.get('after')?.slice(2) ?? '');
      json(response, { data, next: data.length < 3 ? '' : `${run}:${(data[2] as { no: string }).no}` });
    }
  });
  await assert.rejects(fetchIt(), /: request "page:2": /);
  run = 2;
  await fetchIt();
  assert.equal(text(), NDJSON);
  assert.match(said.at(-1) ?? '', /^Starting ".*" again: .*410 Gone$/);
});

test('fetchPagedList repeats the request of a page that is broken, unavailable or not JSON, and stores none twice', async (t) => {
  const { fetchIt, text, asked, said } = await listServer(t, OFFSET, (one, response, count) => {
    if (count === 1) response.writeHead(503).end();
    else if (count === 3) response.writeHead(200, { 'content-length': 1000 }).write('[{"no"', () => response.destroy());
    else if (count === 5) response.end('[{"no":"C 5"},');
    else if (count === 7) response.end('<html>Sorry</html>');
    else if (count === 8) json(response, { error: 'busy' });
    else json(response, createPage(one));
  });
  await fetchIt();
  assert.equal(text(), NDJSON);
  assert.equal(asked.length, 9);
  assert.equal(said.length, 4);
  assert.match(said.at(-1) ?? '', /: the response is not JSON: /);
});

test('fetchPagedList keeps the interval between requests', async (t) => {
  const { asked, fetchIt } = await listServer(t, OFFSET, (one, response) => json(response, createPage(one)));
  const started = performance.now();
  await fetchIt({ intervalMs: 40 });
  const took = performance.now() - started;
  assert.equal(asked.length, 4);
  // A timer may be early by a millisecond.
  assert.ok(took >= 3 * 39, `${took} ms`);
});

test('fetchPagedList does not crawl an unchanging list again, but crawls another edition', async (t) => {
  const { base, fetchIt, asked } = await listServer(t, OFFSET, (one, response) => json(response, createPage(one)));
  const edition = (id: number): Partial<PagedList> => ({ url: `${base}/list?id=${id}&offset={offset}&limit={limit}`, unchanging: true }); // prettier-ignore
  assert.equal((await fetchIt(edition(1))).changed, true);
  assert.equal((await fetchIt(edition(1))).changed, false);
  assert.equal(asked.length, 4);
  assert.equal((await fetchIt(edition(2))).changed, true);
});

const CURSOR = { url: '/list?after={after}', records: 'data', limit: 3, next: { response: 'next' } } as const;
const WRONG: [claim: string, crawl: Omit<PagedList, 'name'>, answer: Answer, want: RegExp][] = [
  ['gives the same page for ever', OFFSET, (_, s) => json(s, RECORDS.slice(0, 3)), /the server repeats the page before$/],
  ['gives a cursor that leads to itself', CURSOR, (_, s, count) => json(s, { data: [{ count }], next: 'x' }), /the page after "x" leads to itself$/],
  ['gives empty pages and the same cursor', CURSOR, (_, s, count) => json(s, { data: count === 1 ? [{ count }] : [], next: 'x' }), /the page after "x" leads to itself$/],
  ['gives a full page and no cursor', CURSOR, (_, s) => json(s, { data: RECORDS.slice(0, 3) }), /a full page of 3 records and nothing at "next"$/],
  ['ends before its total', { ...OFFSET, records: 'data', total: { response: 'count' } }, (one, s) => json(s, { data: createPage(one), count: 9 }), /the list ended after 7 of 9 records$/],
  ['does not state the total', { ...OFFSET, total: { header: 'X-Total-Count' } }, (one, s) => json(s, createPage(one)), /no count of all records in the field "X-Total-Count"$/],
  ['has records without the member they are sorted by', { ...CURSOR, next: { record: 'id' } }, (_, s) => json(s, { data: RECORDS.slice(0, 3) }), /the last record of the page has nothing at "id"$/],
  ['sends more than its declaration allows', { ...OFFSET, bytesMax: 100 }, (one, s) => json(s, createPage(one)), /longer than the 100 bytes that its declaration allows \(bytesMax\)$/],
  ['has no records', OFFSET, (_, s) => json(s, []), /it is empty; the old file stays$/],
  ['refuses', OFFSET, (_, s) => s.writeHead(403).end(), /the server answered 403 Forbidden$/],
]; // prettier-ignore
for (const [claim, crawl, response, want] of WRONG) {
  test(`fetchPagedList gives up with one line if a server ${claim}, and keeps the old file`, async (t) => {
    const { fetchIt, path } = await listServer(t, crawl, response);
    writeFileSync(path, 'old\n');
    await assert.rejects(fetchIt(), (error) => error instanceof InputError && want.test(error.message));
    assert.equal(readFileSync(path, 'utf8'), 'old\n');
  });
}

test('fetchPagedList ends at its deadline, and the next run continues', async (t) => {
  const { fetchIt, path, asked } = await listServer(
    t,
    OFFSET,
    (one, response) => void setTimeout(() => json(response, createPage(one)), 1100),
    { crawlMs: 1000 },
  );
  await assert.rejects(fetchIt(), /: it was not complete after 1 second; the next run continues it$/);
  assert.ok(!existsSync(path));
  assert.deepEqual(asked.map(({ query }) => query.get('offset')), ['0']); // prettier-ignore
  await assert.rejects(fetchIt(), /the next run continues it$/);
  assert.deepEqual(asked.map(({ query }) => query.get('offset')), ['0', '3']); // prettier-ignore
});
