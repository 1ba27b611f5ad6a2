import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { InputError } from '../model/index.ts';
import { fetchFile } from './index.ts';
import type { Limits } from './limits.ts';
import { breakWhenKept, clientFor, serverFor, type FileListener } from './server-fixture.ts';

const BODY = Buffer.alloc(200_000, 'b');

/** A server with one file, and a function that fetches the file within narrow bounds. */
async function boundedServer(t: TestContext, listener: FileListener, limits: Partial<Limits> = {}) {
  const { base, into, requests } = await serverFor(t, (request, response) => listener(request, response, into));
  const { client, said } = clientFor(t, base, { limits });
  const fetchIt = (bytesMax?: number) =>
    fetchFile(
      { name: 'all.csv', url: `${base}/all.csv`, ...(bytesMax === undefined ? {} : { bytesMax }) },
      { into, client },
    );
  return { fetchIt, into, requests, said };
}

/** In each response, sends this many further bytes of the file, then breaks the connection. */
const further =
  (bytes: number): FileListener =>
  (request, response, into) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.setHeader('etag', '"1"').setHeader('content-length', BODY.length - start);
    response.setHeader('content-range', `bytes ${start}-${BODY.length - 1}/${BODY.length}`);
    response.writeHead(start > 0 ? 206 : 200);
    response.write(BODY.subarray(start, start + bytes));
    breakWhenKept(response, into, start + bytes);
  };

test('fetchFile gives up if every attempt gets one more byte, and reports each reason', async (t) => {
  const { fetchIt, requests, said } = await boundedServer(t, further(1));
  await assert.rejects(fetchIt(), /tried 6 times$/);
  assert.equal(requests.length, 6);
  assert.match(requests[5]?.headers.range ?? '', /^bytes=[1-5]-$/);
  assert.equal(said.length, 5);
  assert.match(said[0] ?? '', /^Trying "http:.*all\.csv" again in 1 s, attempt 2 of 6: other side closed$/);
});

test('fetchFile gives up after the maximum number of attempts, whatever their progress', async (t) => {
  const { fetchIt, requests } = await boundedServer(t, further(100), { progressBytes: 50, attempts: 9 });
  await assert.rejects(fetchIt(), /tried 9 times$/);
  assert.equal(requests.length, 9);
});

test('fetchFile ends at its deadline, even if bytes still arrive', async (t) => {
  const { fetchIt, into } = await boundedServer(
    t,
    (_, response) => {
      response.writeHead(200, { 'content-length': BODY.length, etag: '"1"' });
      const trickle = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(trickle));
    },
    { fileMs: 1000 },
  );
  await assert.rejects(fetchIt(), /not complete after 1 second$/);
  assert.ok(readdirSync(into).includes('.all.csv.partial'), 'what arrived is kept for the next run');
});

const TOO_LONG: [claim: string, answer: (response: ServerResponse) => void, want: RegExp][] = [
  [
    'announces more',
    (s) => void s.writeHead(200, { 'content-length': BODY.length }).end(BODY),
    /the server announces 200000 bytes; its declaration allows 1000 \(bytesMax\)$/,
  ],
  ['sends more without a word', (s) => void s.write(BODY), /the server sent more than 1000 bytes, which its/],
  [
    'sends more, compressed',
    (s) => void s.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
    /the server sent more than 1000 bytes, which its/,
  ],
];
for (const [claim, answer, want] of TOO_LONG) {
  test(`fetchFile refuses a file over the declared maximum if the server ${claim}`, async (t) => {
    const { fetchIt, into, requests } = await boundedServer(t, (_, response) => answer(response));
    await assert.rejects(fetchIt(1000), (error) => error instanceof InputError && want.test(error.message)); // prettier-ignore
    assert.equal(requests.length, 1);
    assert.deepEqual(readdirSync(into), []);
  });
}
