import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFetched, type Crawl } from '../../importer/index.ts';
import { InputError } from '../../model/index.ts';
import { isResting } from './fetch-crawl.ts';
import { COMPANIES, json, readLines, readNewest, numbersCrawl, serveCompanies, readStatus, crawlServer, type Serve } from './crawl-fixture.ts'; // prettier-ignore

/** The stored responses of a complete crawl of the numbers. */
const WHOLE = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => i + 1).map((no) => {
    const name = COMPANIES.get(no);
    return [`company:${String(no).padStart(4, '0')}`, name === undefined ? null : JSON.stringify({ no, name })];
  }),
);

test('a range of numbers is crawled until enough in a row do not exist; these are stored as well', async (t) => {
  const { crawled, asked, into, base } = await crawlServer(t, serveCompanies);
  const { ended, changed, status, paths } = await crawled(numbersCrawl(base));
  assert.deepEqual([ended, changed], ['whole', true]);
  assert.deepEqual(readNewest(into), WHOLE);
  assert.deepEqual(
    asked,
    Object.keys(WHOLE).map((id) => `/${id.replace(':', '/')}`),
  );
  const { asked: count, answered, none, refused, failed, left } = status;
  assert.deepEqual([count, answered, none, refused, failed, left], [12, 6, 6, 0, 0, 0]);
  assert.deepEqual(readStatus(into), status);
  assert.equal(status.complete, true);
  assert.deepEqual(paths, [join(into, 'companies.0001.ndjson.zst')]);
  const record = await readFetched(paths[0] ?? '');
  assert.deepEqual([record?.is_length_stated, record?.is_added_to], [true, true]);
  const [line] = readLines(into);
  assert.deepEqual(Object.keys(line ?? {}), ['question', 'asked_at', 'url', 'status', 'body']);
  assert.deepEqual(
    readdirSync(into)
      .filter((name) => !name.startsWith('.'))
      .toSorted(),
    ['companies.0001.ndjson.zst', 'companies.0001.ndjson.zst.fetched.json', 'companies.walk.json'],
  );
});

/** A crawl of a list in pages. Each page names two companies. */
const PAGES: Partial<Crawl> = {
  first: () => ({ isWhole: true, requests: [{ kind: 'page', key: '0', differs: true }] }),
  follow(response) {
    if (response.request.kind !== 'page') return [];
    const { list, next } = response.json() as { list: string[]; next?: string };
    const page = next === undefined ? [] : [{ kind: 'page', key: next, differs: true as const }];
    return [...list.map((key) => ({ kind: 'company', key, leaf: true as const })), ...page];
  },
  keep: ({ request }) => request.kind !== 'page',
};
const keys = [...COMPANIES.keys()].map(String);
const servePages: Serve = (path, response, count, request) => {
  if (!path.startsWith('/page/')) return serveCompanies(path, response, count, request);
  const start = Number(path.slice('/page/'.length));
  const list = keys.slice(start, start + 2);
  json(response, { list, ...(start + 2 < keys.length && { next: String(start + 2) }) });
};

test('pages lead to more pages and to the listed companies; a page need not be stored', async (t) => {
  const { crawled, asked, into, base } = await crawlServer(t, servePages);
  const { status } = await crawled(numbersCrawl(base, PAGES));
  assert.equal(asked.length, 3 + keys.length);
  assert.deepEqual(
    Object.keys(readNewest(into)),
    keys.map((key) => `company:${key}`),
  );
  assert.deepEqual([status.asked, status.answered, status.none], [9, 9, 0]);
});

test('private parts are removed before a response is written, and following requests come from the rest', async (t) => {
  const { crawled, into, base } = await crawlServer(t, servePages);
  const redact: Crawl['redact'] = ({ body }) => body.replaceAll(/"name":"(?:[^"\\]|\\.)*"/g, '"name":"…"');
  await crawled(numbersCrawl(base, { ...PAGES, redact }));
  assert.deepEqual(readNewest(into)['company:5'], '{"no":5,"name":"…"}');
});

test('a later round requests the changes, and stores the newest response in addition to the old ones', async (t) => {
  let changed: string[] = [];
  const names = new Map(COMPANIES);
  const { crawled, asked, into, base } = await crawlServer(t, (path, response, count, request) => {
    if (path.startsWith('/bulletin/')) return json(response, changed);
    const no = Number(path.split('/').at(-1));
    if (names.has(no)) return json(response, { no, name: names.get(no) });
    serveCompanies(path, response, count, request);
  });
  const seen: (string | undefined)[] = [];
  const crawl = numbersCrawl(base, {
    first({ since, today }) {
      seen.push(since);
      if (since === undefined) return numbersCrawl(base).first({ today, reached: {} });
      return { requests: [{ kind: 'bulletin', key: today }] };
    },
    follow(response) {
      return response.request.kind === 'bulletin' ? (response.json() as string[]).map((key) => ({ kind: 'company', key, leaf: true as const })) : []; // prettier-ignore
    },
    keep: ({ request }) => request.kind !== 'bulletin',
  });
  const first = await crawled(crawl);
  changed = ['0005', '0013'];
  names.set(5, 'Renamed').set(13, 'New');
  const before = asked.length;
  const second = await crawled(crawl);
  assert.deepEqual(
    asked.slice(before).map((path) => path.split('/')[1]),
    ['bulletin', 'company', 'company'],
  );
  assert.deepEqual(readNewest(into), { ...WHOLE, 'company:0005': '{"no":5,"name":"Renamed"}', 'company:0013': '{"no":13,"name":"New"}' }); // prettier-ignore
  assert.deepEqual(seen, [undefined, first.status.round_began_at]);
  assert.equal(second.status.whole_at, second.status.round_began_at);
  assert.equal(second.status.asked, 3);
});

test('a request whose response never changes is sent in one round only, unless it had no response', async (t) => {
  const days: string[] = ['1', '2'];
  const { crawled, asked, into, base } = await crawlServer(t, (path, response) => {
    const day = path.split('/').at(-1) ?? '';
    if (days.includes(day)) json(response, { day });
    else response.writeHead(404).end();
  });
  const crawl = numbersCrawl(base, {
    first: () => ({ requests: ['1', '2', '3'].map((key) => ({ kind: 'day', key, once: true as const })) }),
  });
  await crawled(crawl);
  days.push('3');
  await crawled(crawl);
  assert.deepEqual(asked, ['/day/1', '/day/2', '/day/3', '/day/3']);
  assert.deepEqual(Object.keys(readNewest(into)), ['day:1', 'day:2', 'day:3']);
});

test('a whole round removes the responses of earlier rounds at its end, and not before', async (t) => {
  let top = 4;
  let isDown = false;
  const { crawled, into, base } = await crawlServer(t, (path, response) => {
    const no = Number(path.split('/').at(-1));
    if (isDown && no > 1) response.writeHead(403).end();
    else json(response, { no, top });
  });
  const crawl = numbersCrawl(base, {
    first: () => ({ isWhole: true, requests: [{ kind: 'page', from: 0, to: top }] }),
  });
  await crawled(crawl);
  top = 2;
  isDown = true;
  assert.equal((await crawled(crawl)).ended, 'asked');
  assert.deepEqual(Object.keys(readNewest(into)), ['page:0', 'page:1', 'page:2', 'page:3', 'page:4']);
  isDown = false;
  const { ended, paths } = await crawled(crawl);
  assert.equal(ended, 'whole');
  assert.deepEqual(
    Object.values(readNewest(into)).map((body) => body?.replace(/.*top":/, '')),
    ['2}', '2}', '2}'],
  );
  assert.deepEqual(
    paths.map((path) => path.slice(into.length + 1)),
    ['companies.0002.ndjson.zst'],
  );
});

test('a resting crawl sends no request until its days are over', async (t) => {
  const { crawled, asked, base } = await crawlServer(t, serveCompanies);
  const crawl = numbersCrawl(base, { restDays: 7 });
  await crawled(crawl);
  const { ended, changed, paths } = await crawled(crawl);
  assert.deepEqual([ended, changed, paths.length, asked.length], ['resting', false, 1, 12]);
});

test('isResting ignores the end of a crawl that a wrong clock put more than its days into the future', () => {
  const crawl = numbersCrawl('', { restDays: 7 });
  const rests = (endedAt: string): boolean => isResting(crawl, endedAt, new Date('2026-11-28T12:00:00Z'));
  assert.deepEqual(['2026-11-22', '2026-11-29', '2026-11-20', '2027-11-28'].map(rests), [true, true, false, false]);
});

test('a clock that is set back by a day during a run delays neither a repeated request nor the end', async (t) => {
  let backMs = 0;
  const now = Date.now.bind(Date);
  t.mock.method(Date, 'now', () => now() - backMs);
  const { crawled, into, base } = await crawlServer(t, (path, response, count, request) => {
    if (count !== 5) return serveCompanies(path, response, count, request);
    setImmediate(() => (backMs = 24 * 3_600_000));
    response.writeHead(500).end();
  });
  assert.equal((await crawled(numbersCrawl(base))).ended, 'whole');
  assert.deepEqual(readNewest(into), WHOLE);
  const slow = numbersCrawl(base, { name: 'slow', perMinute: 600 });
  const { ended } = await crawled(slow, { forMs: 350, onProgress: () => (backMs += 24 * 3_600_000) });
  assert.equal(ended, 'time');
});

test('a run ends when its time is over, and the next one continues', async (t) => {
  const { crawled, asked, into, base } = await crawlServer(t, serveCompanies);
  const slow = numbersCrawl(base, { perMinute: 600 });
  const first = await crawled(slow, { forMs: 350 });
  assert.equal(first.ended, 'time');
  assert.equal(first.status.complete, false);
  assert.ok(asked.length < 12);
  const { ended, status } = await crawled(numbersCrawl(base));
  assert.deepEqual([ended, status.complete, asked.length], ['whole', true, 12]);
  assert.deepEqual(readNewest(into), WHOLE);
});

test('a quota of the day ends a run, also over several runs', async (t) => {
  const { crawled, asked, base } = await crawlServer(t, serveCompanies);
  const crawl = numbersCrawl(base, { perDay: 5 });
  assert.deepEqual([(await crawled(crawl)).ended, asked.length], ['quota', 5]);
  assert.deepEqual([(await crawled(crawl)).ended, asked.length], ['quota', 5]);
});

test('a crawl keeps its rate, and reports the pending requests and the remaining time', async (t) => {
  const { crawled, base } = await crawlServer(t, serveCompanies);
  const reported: number[] = [];
  const crawl = numbersCrawl(base, {
    perMinute: 1200,
    first: () => ({ requests: [{ kind: 'company', from: 1, to: 6 }] }),
  });
  const started = performance.now();
  await crawled(crawl, {
    onProgress: ({ left = NaN, leftMs = NaN }) => void reported.push(left, leftMs >= left * 50 ? 1 : 0),
  });
  // A timer may be early by a millisecond.
  assert.ok(performance.now() - started >= 5 * 49);
  assert.deepEqual(reported, [5, 1, 4, 1, 3, 1, 2, 1, 1, 1, 0, 1]);
});

test('a crawl has one run at a time', async (t) => {
  const { crawled, base } = await crawlServer(t, serveCompanies);
  const both = await Promise.allSettled([crawled(numbersCrawl(base)), crawled(numbersCrawl(base))]);
  const [reason] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  assert.match(String(reason), /Cannot crawl ".*companies": process \d+ holds ".*\.companies\.lock"/);
});

test('an interrupted run keeps its responses', async (t) => {
  const stop = new AbortController();
  const { crawled, asked, base, into } = await crawlServer(
    t,
    (path, response, count, request) => {
      if (count === 5) stop.abort(new InputError('Cannot fetch: interrupted'));
      else serveCompanies(path, response, count, request);
    },
    { signal: stop.signal },
  );
  await assert.rejects(crawled(numbersCrawl(base)), /interrupted$/);
  assert.equal(readLines(into).length, 4);
  assert.deepEqual([asked.length, readStatus(into).asked, existsSync(join(into, '.companies.lock'))], [5, 4, false]);
});

test('secrets are in the header of a request, and nowhere else', async (t) => {
  const credentials = {
    declared: { settings: ['API_KEY'], how: '' },
    values: new Map([['API_KEY', 'k&y..']]),
    names: 'K',
  };
  let key: unknown;
  const serve: Serve = (path, response, count, request) => {
    key = request.headers['x-api-key'];
    serveCompanies(path, response, count, request);
  };
  const { crawled, base, into } = await crawlServer(t, serve, { credentials });
  const toHttpRequest: Crawl['toHttpRequest'] = ({ kind, key: no }) => ({ url: `${base}/${kind}/${no}?k={API_KEY}`, headers: { 'x-api-key': '{API_KEY}' } }); // prettier-ignore
  await crawled(numbersCrawl(base, { toHttpRequest, first: () => ({ requests: [{ kind: 'company', key: '0001' }] }) }));
  assert.equal(key, 'k&y..');
  assert.ok(!JSON.stringify(readLines(into)).includes('k&y'));
});

test('a request is sent as a POST with its body, and a fault of SOAP is a response', async (t) => {
  const bodies: string[] = [];
  const serve: Serve = (_, response, __, request) => {
    request.on('data', (chunk: Buffer) => bodies.push(`${request.headers['content-type']} ${chunk.toString()}`));
    request.on('end', () => response.writeHead(500).end('<s:Fault xmlns:s="x"/>'));
  };
  const { crawled, base, into } = await crawlServer(t, serve);
  const toHttpRequest: Crawl['toHttpRequest'] = ({ key }) => ({ url: base, headers: { 'content-type': 'application/soap+xml' }, body: `<q>${key}</q>` }); // prettier-ignore
  const first: Crawl['first'] = () => ({ requests: [{ kind: 'company', key: '1' }] });
  await crawled(numbersCrawl(base, { toHttpRequest, first, format: 'xml', statuses: [500] }));
  assert.deepEqual(bodies, ['application/soap+xml <q>1</q>']);
  assert.deepEqual(
    readLines(into).map(({ status, body }) => [status, body]),
    [[500, '<s:Fault xmlns:s="x"/>']],
  );
});
