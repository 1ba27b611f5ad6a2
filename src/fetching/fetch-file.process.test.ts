import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fetchedPath, readFetched, type Download } from '../importer/index.ts';
import { InputError } from '../model/index.ts';
import { fetchFile } from './index.ts';
import type { Limits } from './limits.ts';
import { breakWhenKept, clientFor, serverFor, type FileListener } from './server-fixture.ts';

const BODY = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));
const MODIFIED = 'Fri, 20 Nov 2026 03:00:00 GMT';

/** A server with one file, and a function that fetches the file. */
async function fileServer(t: TestContext, listener: FileListener, limits: Partial<Limits> = {}) {
  const server = await serverFor(t, (request, response) => listener(request, response, server.into));
  const { base, into } = server;
  const { client, said } = clientFor(t, base, { limits });
  const url = `${base}/all.csv`;
  const fetchIt = (more: Partial<Download> = {}) => fetchFile({ name: 'all.csv', url, ...more }, { into, client });
  return { ...server, client, said, url, fetchIt, path: join(into, 'all.csv') };
}

/** Serves `body` and supports validators, conditional requests and ranges. */
function serveFile(request: IncomingMessage, response: ServerResponse, body: Buffer, etag = '"1"'): void {
  response.setHeader('etag', etag).setHeader('last-modified', MODIFIED);
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return;
  }
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (start > 0 && request.headers['if-range'] === etag) {
    response.setHeader('content-range', `bytes ${start}-${body.length - 1}/${body.length}`);
    response.writeHead(206, { 'content-length': body.length - start }).end(body.subarray(start));
  } else {
    response.writeHead(200, { 'content-length': body.length }).end(body);
  }
}

/** Sends the first bytes of the file, then breaks the connection. */
function breakOff(response: ServerResponse, into: string, bytes: number): void {
  response.writeHead(200, { 'content-length': BODY.length, etag: '"1"' });
  response.write(BODY.subarray(0, bytes));
  breakWhenKept(response, into, bytes);
}

test('fetchFile stores the file with a record of its source', async (t) => {
  const { fetchIt, path, url } = await fileServer(t, (request, response) => serveFile(request, response, BODY));
  assert.deepEqual(await fetchIt(), { path, changed: true });
  assert.deepEqual(readFileSync(path), BODY);
  const record = await readFetched(path);
  assert.equal(record?.url, url);
  assert.equal(record?.bytes, BODY.length);
  assert.equal(record?.last_modified, MODIFIED);
});

test('fetchFile does not download a current file again, and removes what a process left that was killed after it', async (t) => {
  const { fetchIt, path, requests } = await fileServer(t, (request, response) => serveFile(request, response, BODY));
  await fetchIt();
  const names = readdirSync(dirname(path));
  writeFileSync(join(dirname(path), '.all.csv.partial.json'), '{}');
  assert.deepEqual(await fetchIt(), { path, changed: false });
  assert.equal(requests[1]?.headers['if-none-match'], '"1"');
  assert.equal(requests[1]?.headers['if-modified-since'], MODIFIED);
  assert.deepEqual(readdirSync(dirname(path)), names);
});

test('fetchFile replaces a file of another length, or without a record', async (t) => {
  const { fetchIt, path, requests } = await fileServer(t, (request, response) => serveFile(request, response, BODY));
  writeFileSync(path, 'by hand');
  assert.equal((await fetchIt()).changed, true);
  writeFileSync(path, 'cut');
  assert.equal((await fetchIt()).changed, true);
  assert.deepEqual(readFileSync(path), BODY);
  assert.ok(requests.every(({ headers }) => headers['if-none-match'] === undefined));
});

test('fetchFile resumes a broken download', async (t) => {
  const { fetchIt, path, requests } = await fileServer(t, (request, response, into) => {
    if (requests.length === 1) breakOff(response, into, 70_000);
    else serveFile(request, response, BODY);
  });
  await fetchIt();
  assert.deepEqual(readFileSync(path), BODY);
  assert.equal(requests[1]?.headers.range, 'bytes=70000-');
});

test('fetchFile resumes a download in a later run after all attempts of an earlier one failed', async (t) => {
  let down = true;
  const { fetchIt, path, requests, into } = await fileServer(t, (request, response) => {
    if (down && requests.length > 1) response.destroy();
    else if (down) breakOff(response, into, 50_000);
    else serveFile(request, response, BODY);
  });
  await assert.rejects(fetchIt(), (error) => error instanceof InputError && error.message.endsWith('tried 6 times'));
  assert.ok(!existsSync(path) && readdirSync(into).includes('.all.csv.partial'));
  down = false;
  await fetchIt();
  assert.deepEqual(readFileSync(path), BODY);
  assert.match(requests.at(-1)?.headers.range ?? '', /^bytes=[1-9]\d*-$/);
  assert.deepEqual(readdirSync(into).toSorted(), ['all.csv', 'all.csv.fetched.json']);
});

test('fetchFile starts again if the file has changed since the connection broke', async (t) => {
  const changed = Buffer.alloc(1000, 'x');
  const { fetchIt, path, requests } = await fileServer(t, (request, response, into) => {
    if (requests.length === 1) breakOff(response, into, 70_000);
    else serveFile(request, response, changed, '"2"');
  });
  await fetchIt();
  assert.deepEqual(readFileSync(path), changed);
});

/** A server that breaks the first response and then answers a range with `response`. */
const resuming = (answer: (response: ServerResponse) => void) => {
  let asked = 0;
  return (request: IncomingMessage, response: ServerResponse, into: string): void => {
    if (asked++ === 0) breakOff(response, into, 70_000);
    else if (request.headers.range !== undefined) answer(response);
    else serveFile(request, response, BODY);
  };
};

const RANGES: [claim: string, answer: (response: ServerResponse) => void][] = [
  [
    'of another file',
    (s) =>
      void s.writeHead(206, { etag: '"2"', 'content-range': 'bytes 70000-199999/200000' }).end(Buffer.alloc(130_000)),
  ],
  [
    'of another length',
    (s) => void s.writeHead(206, { etag: '"1"', 'content-range': 'bytes 70000-70999/71000' }).end(Buffer.alloc(1000)),
  ],
  [
    'too short, of unknown length',
    (s) => void s.writeHead(206, { etag: '"1"', 'content-range': 'bytes 70000-70999/*' }).end(Buffer.alloc(1000)),
  ],
  [
    'that was not requested',
    (s) => void s.writeHead(206, { etag: '"1"', 'content-range': 'bytes 0-199999/200000' }).end(BODY),
  ],
];
for (const [claim, response] of RANGES) {
  test(`fetchFile starts again if the server sends a range ${claim}`, async (t) => {
    const { fetchIt, path } = await fileServer(t, resuming(response));
    // Some downloads need a second run; all end with the complete file.
    await fetchIt().catch(() => fetchIt());
    assert.equal(readFileSync(path).length, BODY.length);
  });
}

test('fetchFile gives up if every attempt breaks at the same byte', async (t) => {
  const { fetchIt, requests } = await fileServer(t, (_, response) => {
    response.writeHead(200, { 'content-length': BODY.length });
    response.write(BODY.subarray(0, 50_000), () => setTimeout(() => response.destroy(), 5));
  });
  await assert.rejects(fetchIt(), /tried 6 times$/);
  assert.ok(requests.length <= 12, `${requests.length} requests`);
});

test('fetchFile records that the length of a file was not stated', async (t) => {
  const { fetchIt, path } = await fileServer(t, (_, response) => {
    response.write(BODY);
    response.end();
  });
  await fetchIt();
  assert.equal((await readFetched(path))?.is_length_stated, false);
});

test('fetchFile tries again if the server is busy', async (t) => {
  const { fetchIt, requests } = await fileServer(t, (request, response) => {
    if (requests.length < 3) response.writeHead(503).end();
    else serveFile(request, response, BODY);
  });
  assert.equal((await fetchIt()).changed, true);
  assert.equal(requests.length, 3);
});

const REFUSED: [claim: string, listener: RequestListener, more: Partial<Download>, want: RegExp][] = [
  [
    'a file that is not there',
    (_, response) => response.writeHead(404).end('x'),
    {},
    /the server answered 404 Not Found$/,
  ],
  [
    'another length than the catalogue has',
    (q, s) => serveFile(q, s, BODY),
    { bytes: 5 },
    /has 200000 bytes, the catalogue says 5/,
  ],
  [
    'a page in the place of a file',
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Sorry</html>'),
    {},
    /the server sent an HTML page; the old file stays$/,
  ],
  ['nothing', (q, s) => serveFile(q, s, Buffer.alloc(0)), {}, /it is empty/],
  [
    'an unasked 304',
    (_, response) => response.writeHead(304).end(),
    {},
    /the server answered 304 \(not modified\) to an unconditional request$/,
  ],
];
for (const [claim, listener, more, want] of REFUSED) {
  test(`fetchFile refuses ${claim} and keeps the old file`, async (t) => {
    const { fetchIt, path, into } = await fileServer(t, listener);
    writeFileSync(path, 'old');
    await assert.rejects(fetchIt(more), (error) => error instanceof InputError && want.test(error.message));
    assert.equal(readFileSync(path, 'utf8'), 'old');
    assert.deepEqual(readdirSync(into), ['all.csv']);
  });
}

test('fetchFile refuses a page instead of a zip or gzip file', async (t) => {
  const { fetchIt, into } = await fileServer(t, (request, response) => {
    serveFile(request, response, Buffer.from('<html>Sorry</html>'));
  });
  await assert.rejects(fetchIt({ name: 'all.csv.zip' }), /its content is not that of a \.zip file/);
  await assert.rejects(fetchIt({ name: 'all.csv.gz' }), /its content is not that of a \.gz file/);
  assert.deepEqual(readdirSync(into), []);
});

test('fetchFile stores a gzip file unchanged, whatever its content type', async (t) => {
  const body = gzipSync('a;b\n');
  const { fetchIt, into } = await fileServer(t, (request, response) => serveFile(request, response, body));
  await fetchIt({ name: 'all.csv.gz' });
  assert.deepEqual(readFileSync(join(into, 'all.csv.gz')), body);
});

test('two downloads of one file do not disturb each other', async (t) => {
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
  const { fetchIt, path } = await fileServer(t, (request, response) => {
    void refused.then(() => serveFile(request, response, BODY));
  });
  const downloads = [fetchIt(), fetchIt()] as const;
  for (const one of downloads) one.catch(refuse);
  const [first, second] = await Promise.allSettled(downloads);
  assert.deepEqual([first.status, second.status].toSorted(), ['fulfilled', 'rejected']);
  const { reason } = [first, second].find((result) => result.status === 'rejected') ?? { reason: undefined };
  assert.match(String(reason), /process \d+ holds ".*\.lock"; wait for it/);
  assert.deepEqual(readFileSync(path), BODY);
  assert.ok(existsSync(fetchedPath(path)));
});
