import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'; // prettier-ignore
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { InputError } from '../../model/index.ts';
import { COMPANIES, json, readLines, readNewest, numbersCrawl, serveCompanies, readStatus, crawlServer, type Serve } from './crawl-fixture.ts'; // prettier-ignore

const KEYS = Array.from({ length: 12 }, (_, i) => `company:${String(i + 1).padStart(4, '0')}`);

/** Answers the first requests for company 3 with `bad`, and all other requests correctly. */
const badly = (times: number, bad: (response: ServerResponse) => void): Serve => {
  let left = times;
  return (path, response, count, request) => {
    if (path.endsWith('0003') && left-- > 0) bad(response);
    else serveCompanies(path, response, count, request);
  };
};

const FAULTS: [claim: string, bad: (response: ServerResponse) => void, said: RegExp, idleTimeoutMs?: number][] = [
  ['a status of 500', (s) => s.writeHead(500).end('{"a":1}'), /request "company:0003": the server answered 500/],
  ['a page of HTML with 200', (s) => s.end('<html>Sorry</html>'), /the response is an HTML page, not JSON/],
  ['a response of white space', (s) => s.end(' \n'), /the response is empty/],
  ['a near-empty response', (s) => s.end('{}'), /the response has no name/],
  ['JSON cut in the middle', (s) => s.end('{"no":3,"na'), /the response is not JSON/],
  ['a body shorter than stated', (s) => s.writeHead(200, { 'content-length': 100 }).write('{"no"', () => s.destroy()), /0003": /],
  ['a connection that breaks', (s) => s.destroy(), /0003": /],
  ['a response that is too long', (s) => s.end(`{"name":"${'x'.repeat(200)}"}`), /longer than the allowed 150 bytes/],
  ['silence', () => {}, /the server sent nothing for 2 seconds/, 2000],
]; // prettier-ignore
for (const [claim, bad, want, idleTimeoutMs = 60_000] of FAULTS) {
  test(`${claim} is not a response: the request is repeated later, after the others`, async (t) => {
    const { crawled, asked, said, into, base } = await crawlServer(t, badly(2, bad), {
      limits: { firstWaitMs: 20, idleTimeoutMs },
    });
    const fault = (response: { json(): unknown }) =>
      (response.json() as { name?: string }).name === undefined ? 'the response has no name' : undefined;
    const { ended, status } = await crawled(numbersCrawl(base, { fault, bytesMax: 150 }));
    assert.equal(ended, 'whole');
    assert.deepEqual(Object.keys(readNewest(into)), KEYS);
    assert.equal(readNewest(into)['company:0003'], JSON.stringify({ no: 3, name: COMPANIES.get(3) }));
    assert.deepEqual([status.asked, status.answered, status.none, status.failed], [14, 6, 6, 2]);
    assert.equal(asked.filter((path) => path.endsWith('0003')).length, 3);
    assert.notEqual(asked[3], '/company/0003');
    assert.match(said.join('\n'), want);
  });
}

test('a leaf that always fails does not stop the crawl, and is given up after three runs until the next round', async (t) => {
  const { crawled, asked, said, into, base } = await crawlServer(
    t,
    badly(16, (s) => s.writeHead(500).end()),
  );
  const crawl = numbersCrawl(base);
  const ends: unknown[] = [];
  for (let run = 1; run <= 3; run++) {
    const { ended, status } = await crawled(crawl);
    ends.push([ended, status.complete, status.left, status.failed, status.given_up]);
  }
  assert.deepEqual(ends, [['asked', false, 1, 5, 0], ['asked', false, 1, 10, 0], ['whole', true, 0, 15, 1]]); // prettier-ignore
  assert.match(said.at(-1) ?? '', /^Given up after 3 runs, until the next round: request "company:0003": /);
  assert.equal(readLines(into).length, 11);
  // The next round requests changes, and again the requests that were given up.
  const before = asked.length;
  await crawled({ ...crawl, first: () => ({ requests: [] }) });
  assert.deepEqual(asked.slice(before), ['/company/0003', '/company/0003']);
  assert.equal(readLines(into).length, 12);
});

test('a failed page keeps its round open: the following requests are unknown', async (t) => {
  let isDown = true;
  const { crawled, base, into } = await crawlServer(t, (path, response) => {
    if (path === '/page/2' && isDown) response.writeHead(500).end();
    else json(response, { path });
  });
  const crawl = numbersCrawl(base, {
    first: () => ({ requests: [{ kind: 'page', key: '1' }] }),
    follow: ({ request: { key } }) => (key === '3' ? [] : [{ kind: 'page', key: String(Number(key) + 1) }]),
  });
  for (let run = 1; run <= 4; run++) {
    const { ended, reason, status } = await crawled(crawl);
    assert.deepEqual([ended, status.complete, status.left], ['stopped', false, 1]);
    assert.match(reason ?? '', /^request "page:2": the server answered 500/);
  }
  isDown = false;
  assert.equal((await crawled(crawl)).ended, 'whole');
  assert.equal(readLines(into).length, 3);
});

test('a server that repeats a page stops the run', async (t) => {
  const { crawled, base, asked } = await crawlServer(t, (_, response) => json(response, { list: [1, 2] }));
  const { ended, reason } = await crawled(
    numbersCrawl(base, {
      first: () => ({ requests: [{ kind: 'page', key: '1' }] }),
      follow: ({ request: { key } }) => [{ kind: 'page', key: String(Number(key) + 1), differs: true }],
    }),
  );
  assert.deepEqual([ended, asked.length], ['stopped', 6]);
  assert.match(reason ?? '', /"page:2": the server repeats the page before$/);
});

test('a crawl waits as long as a busy server requests, which does not count as a failure', async (t) => {
  const times: number[] = [];
  const { crawled, base, said } = await crawlServer(t, (path, response, count, request) => {
    times.push(performance.now());
    if (count > 2 && count < 10) response.writeHead(429, count === 3 ? { 'retry-after': '1' } : {}).end();
    else serveCompanies(path, response, count, request);
  });
  const { ended, status } = await crawled(numbersCrawl(base));
  assert.deepEqual([ended, status.asked, status.failed], ['whole', 19, 7]);
  // A timer may be early by a millisecond.
  assert.ok((times[3] ?? 0) - (times[2] ?? 0) >= 999);
  assert.match(said[0] ?? '', /^Waiting 1 s: request "company:0003": the server answered 429/);
});

test('a server that requests a longer wait than the remaining time ends the run', async (t) => {
  const { crawled, base, asked } = await crawlServer(t, (_, response) => response.writeHead(429, { 'retry-after': '1800' }).end()); // prettier-ignore
  const { ended, reason } = await crawled(numbersCrawl(base), { forMs: 60_000 });
  assert.deepEqual([ended, asked.length], ['stopped', 1]);
  assert.match(reason ?? '', /^the server asks to wait 1800 s: request "company:0001": /);
});

test('refusals in a row end a run with the settings to check', async (t) => {
  const credentials = { declared: { settings: ['KEY'], how: '' }, values: new Map([['KEY', 'secret-1']]), names: 'OPENFIRMA_TOY_KEY' }; // prettier-ignore
  const { crawled, base, asked } = await crawlServer(t, (_, response) => response.writeHead(403).end(), {
    credentials,
  });
  const { ended, reason, status } = await crawled(numbersCrawl(base));
  assert.deepEqual([ended, asked.length, status.refused], ['stopped', 3, 3]);
  assert.match(reason ?? '', /^3 refusals in a row: .*403 Forbidden; check OPENFIRMA_TOY_KEY$/);
});

test('a server that fails on every request ends a run', async (t) => {
  const { crawled, base, asked } = await crawlServer(t, (_, response) => response.destroy());
  const { ended, reason, status } = await crawled(numbersCrawl(base));
  assert.deepEqual([ended, asked.length, status.failed], ['stopped', 15, 15]);
  assert.match(reason ?? '', /^15 failures in a row: request "company:/);
});

/** A crawl after a run that completed only a part of it, in many small commits. */
async function partCrawl(t: Parameters<typeof crawlServer>[0]) {
  const server = await crawlServer(t, serveCompanies, { limits: { crawlGatherMs: 0, crawlFileBytes: 300 } });
  const crawl = numbersCrawl(server.base);
  await server.crawled({ ...crawl, perDay: 7 });
  return { ...server, crawl };
}

test('bytes that a killed run wrote after its last commit are removed', async (t) => {
  const { crawled, crawl, into, asked } = await partCrawl(t);
  const names = readdirSync(into).filter((name) => name.endsWith('.zst')).toSorted(); // prettier-ignore
  assert.ok(names.length > 1);
  appendFileSync(join(into, names.at(-1) ?? ''), readFileSync(join(into, names[0] ?? '')).subarray(0, 40));
  writeFileSync(join(into, 'companies.0009.ndjson.zst'), 'a file that was begun');
  const { ended } = await crawled(crawl);
  assert.deepEqual([ended, asked.length], ['whole', 12]);
  assert.deepEqual(
    readLines(into).map(({ question: request }) => request),
    KEYS,
  );
});

for (const [claim, harm] of [
  ['is lost', (path: string) => rmSync(path)],
  ['is damaged', (path: string) => writeFileSync(path, 'SQLite format 3\0 and nothing of it')],
  ['is cut', (path: string) => truncateSync(path, 5000)],
] as const) {
  test(`a state that ${claim} is rebuilt from the responses, and no stored response is requested again`, async (t) => {
    const { crawled, crawl, into, asked, said } = await partCrawl(t);
    harm(join(into, '.companies.walk.sqlite'));
    const { ended, status } = await crawled(crawl);
    assert.match(said.join('\n'), /^Rebuilding the state of the crawl "companies" from its responses$/m);
    assert.deepEqual([ended, asked.length, status.asked], ['whole', 12, 12]);
    assert.deepEqual(
      readLines(into).map(({ question: request }) => request),
      KEYS,
    );
    assert.equal(existsSync(join(into, '.companies.walk.sqlite.damaged')), claim !== 'is lost');
  });
}

test('a rebuilt state has the end of the last round', async (t) => {
  const { crawled, base, into } = await crawlServer(t, serveCompanies);
  const crawl = numbersCrawl(base);
  const first = await crawled(crawl);
  rmSync(join(into, '.companies.walk.sqlite'));
  const seen: unknown[] = [];
  await crawled({ ...crawl, first: (state) => (seen.push(state.since, state.wholeSince), { requests: [] }) });
  assert.deepEqual(seen, [first.status.round_began_at, first.status.round_began_at]);
  assert.equal(readStatus(into).complete, true);
  assert.equal(readLines(into).length, 12);
});

for (const [claim, harm, want] of [
  ['missing', (path: string) => rmSync(path), /companies\.0001\.ndjson\.zst": it is missing; restore it, or remove/],
  ['cut', (path: string) => truncateSync(path, 20), /it has 20 bytes, \d+ were written; restore it, or remove/],
] as const) {
  test(`a file of responses that is ${claim} is reported in one line`, async (t) => {
    const { crawled, crawl, into } = await partCrawl(t);
    harm(join(into, 'companies.0001.ndjson.zst'));
    await assert.rejects(crawled(crawl), (error) => error instanceof InputError && want.test(error.message));
    // As the message says: without the state, the crawl requests the missing responses.
    rmSync(join(into, '.companies.walk.sqlite'));
    await crawled(crawl);
    assert.deepEqual(Object.keys(readNewest(into)), KEYS);
  });
}

test('superseded responses are removed, whatever the number of rounds', async (t) => {
  let round = 0;
  const { crawled, base, into } = await crawlServer(
    t,
    (path, response) => json(response, { path, round, noise: Array.from({ length: 40 }, () => Math.random()) }),
    { limits: { crawlGatherMs: 0, crawlFileBytes: 3000 } },
  );
  const all = Array.from({ length: 30 }, (_, i) => String(i + 1));
  const counts: number[] = [];
  for (round = 1; round <= 12; round++) {
    const keys = round === 1 ? all : all.filter((key) => Number(key) % 3 === 0);
    await crawled(numbersCrawl(base, { first: () => ({ requests: keys.map((key) => ({ kind: 'company', key })) }) }));
    counts.push(readLines(into).length);
    const newest = readNewest(into);
    assert.equal(Object.keys(newest).length, 30);
    for (const [id, body] of Object.entries(newest)) {
      const { round: of } = JSON.parse(body ?? '') as { round: number };
      assert.equal(of, Number(id.split(':')[1]) % 3 === 0 ? round : 1, id);
    }
  }
  assert.ok(Math.max(...counts) <= 2 * 30 + 10, counts.join(' '));
});

const ON_LINUX = { skip: process.platform !== 'linux' };
test('a full disk ends a run in one line; stored responses stay, and the next run continues', ON_LINUX, async (t) => {
  const full = (folder: string): string => join(folder, 'companies.0002.ndjson.zst');
  const serve: Serve = (path, response, count, request) => {
    // Every write to this device fails because it is full.
    if (count === 9) symlinkSync('/dev/full', full(into));
    serveCompanies(path, response, count, request);
  };
  const { crawled, base, into, asked } = await crawlServer(t, serve, { limits: { crawlFileBytes: 1 } });
  const crawl = numbersCrawl(base);
  await crawled({ ...crawl, perDay: 5 });
  const want =
    /^Cannot write ".*companies\.0002\.ndjson\.zst": the disk is full; earlier responses are kept, and the next/;
  await assert.rejects(crawled(crawl), (error) => error instanceof InputError && want.test(error.message));
  // The device must be removed: reading it returns endless zeros.
  rmSync(full(into));
  assert.equal(readLines(into).length, 5);
  const { ended } = await crawled(crawl);
  assert.deepEqual([ended, asked.length], ['whole', 5 + 7 + 7]);
  assert.deepEqual(Object.keys(readNewest(into)), KEYS);
});

test('a rebuilt state continues from stored pages, with the data of their requests', async (t) => {
  const { crawled, base, into, asked } = await crawlServer(t, (path, response) => json(response, { path }));
  const crawl = numbersCrawl(base, {
    first: () => ({ requests: [{ kind: 'page', key: 'a0', data: { place: 0 } }] }),
    follow({ request: { data = {} } }) {
      const place = Number(data['place']) + 1;
      return place === 5 ? [] : [{ kind: 'page', key: `a${place}`, data: { place } }];
    },
  });
  await crawled({ ...crawl, perDay: 3 });
  rmSync(join(into, '.companies.walk.sqlite'));
  await crawled(crawl);
  assert.deepEqual(
    asked,
    ['a0', 'a1', 'a2', 'a3', 'a4'].map((key) => `/page/${key}`),
  );
});
