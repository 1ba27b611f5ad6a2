import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { converse, parseResponses, type Conversation, type RawResponse } from './raw-http.ts';
import { BASE_URL, assertProblem, sampleService, type SampleService } from '../fixtures/sample-service.ts';
import { until } from '../fixtures/until.ts';

const SEARCH = '/open/v1/search?q=nor';
const HOST = 'Host: api.example.org\r\n';
const get = (target: string, fields = ''): string => `GET ${target} HTTP/1.1\r\n${HOST}${fields}\r\n`;

/** The expected statuses in order, or no response. */
type Want = readonly number[] | 'nothing';
type Case = readonly [claim: string, chunks: readonly (string | Buffer)[], want: Want];

const KILOBYTE = 'k'.repeat(1024);

/** Bytes that are not a request: the service responds with 400 and the base address as instance, and closes the connection. */
const UNREADABLE: readonly (readonly [claim: string, chunks: readonly (string | Buffer)[], status?: number])[] = [
  ['a line of garbage', ['ascii garbage\r\n\r\n']],
  ['binary garbage', [Buffer.from(Array.from({ length: 256 }, (_, i) => 255 - i))]],
  ['zeros', [Buffer.alloc(4096)]],
  ['a TLS hello', [Buffer.from('16030100a5010000a10303', 'hex')]],
  ['the preface of HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']],
  ['a version that does not exist', [`GET ${SEARCH} HTTP/9.9\r\n${HOST}\r\n`]],
  ['an unknown method', [`BREW ${SEARCH} HTTP/1.1\r\n${HOST}\r\n`]],
  ['a method in small letters', [`get ${SEARCH} HTTP/1.1\r\n${HOST}\r\n`]],
  ['a target that is not a path', [`GET search?q=nor HTTP/1.1\r\n${HOST}\r\n`]],
  ['a blank in the target', [`GET /open/v1/search?q=nor dic HTTP/1.1\r\n${HOST}\r\n`]],
  ['a zero byte in the target', [get('/open/v1/search?q=n\0r')]],
  ['raw UTF-8 in the query', [get('/open/v1/search?q=\xc3\x85bo')]],
  ['raw bytes that are not UTF-8 in the query', [get('/open/v1/search?q=\xff\xfe\xfd')]],
  ['raw bytes in the path', [get('/open/v1/companies/\xc3\x85\xff')]],
  ['a zero byte in a field', [get(SEARCH, 'X-A: a\0b\r\n')]],
  ['a bare CR in a field', [get(SEARCH, 'X-A: a\rX-B: b\r\n')]],
  ['a field without a colon', [get(SEARCH, 'nonsense\r\n')]],
  ['a field name with a blank', [get(SEARCH, 'X A: b\r\n')]],
  ['a folded field', [`GET ${SEARCH} HTTP/1.1\r\n folded: x\r\n${HOST}\r\n`]],
  ['a head of 17 kB in one field', [get(SEARCH, `X-A: ${KILOBYTE.repeat(17)}\r\n`)]],
  ['a head of 2 MB', [get(SEARCH, `X-A: ${KILOBYTE.repeat(2048)}\r\n`)]],
  ['a head of 17 kB in a thousand fields', [get(SEARCH, 'X-Abcdefgh: b\r\n'.repeat(1200))]],
  ['a target of 20 kB', [get(`${SEARCH}${KILOBYTE.repeat(20)}`)]],
  ['a target of 200 kB in pieces', Array.from({ length: 10 }, (_, i) => (i === 0 ? 'GET /' : KILOBYTE.repeat(20)))],
  ['Content-Length with Transfer-Encoding', [get(SEARCH, 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n')]],
  ['two different Content-Lengths', [get(SEARCH, 'Content-Length: 4\r\nContent-Length: 5\r\n')]],
  ['a Content-Length that is not a number', [get(SEARCH, 'Content-Length: many\r\n')]],
  ['a negative Content-Length', [get(SEARCH, 'Content-Length: -1\r\n')]],
  ['a Content-Length beyond 64 bits', [get(SEARCH, `Content-Length: ${'9'.repeat(40)}\r\n`)]],
  ['a Transfer-Encoding that does not end in chunked', [get(SEARCH, 'Transfer-Encoding: chunked, gzip\r\n')]],
  ['CONNECT', [`CONNECT api.example.org:443 HTTP/1.1\r\n${HOST}\r\n`], 405],
  ['CONNECT with bytes behind it', [`CONNECT api.example.org:443 HTTP/1.1\r\n${HOST}\r\n${KILOBYTE.repeat(100)}`], 405],
];

const CASES: readonly Case[] = [
  ['nothing at all', [''], 'nothing'],
  ['half a request line', ['GET /open/v1/sea'], 'nothing'],
  ['half a head', [`GET ${SEARCH} HTTP/1.1\r\n${HOST}`], 'nothing'],
  ['a request byte by byte', get(SEARCH).split(''), [200]],
  ['HTTP/0.9', ['GET /open/v1/search?q=nor\r\n\r\n'], [200]],
  ['HTTP/1.0', [`GET ${SEARCH} HTTP/1.0\r\n\r\n`], [200]],
  ['HTTP/1.0 that keeps alive', [`GET ${SEARCH} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`], [200]],
  ['HTTP/1.1 without Host', [`GET ${SEARCH} HTTP/1.1\r\n\r\n`], [400]],
  ['two Hosts', [get(SEARCH, HOST)], [400]],
  ['two different Hosts', [get(SEARCH, 'Host: other.example\r\n')], [400]],
  ['a Host that is not a host', [`GET ${SEARCH} HTTP/1.1\r\nHost: a b/../<script>\r\n\r\n`], [400]],
  ['an empty Host', [`GET ${SEARCH} HTTP/1.1\r\nHost:\r\n\r\n`], [200]],
  ['a Host with a port', [`GET ${SEARCH} HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n`], [200]],
  ['a target in absolute form', [get(`http://api.example.org${SEARCH}`)], [200]],
  ['an absolute target without a path', [get('http://api.example.org')], [200]],
  ['an absolute target of another scheme', [get(`ftp://api.example.org${SEARCH}`)], [404]],
  ['the target *, which is the first page', [`GET * HTTP/1.1\r\n${HOST}\r\n`], [200]],
  ['OPTIONS *', [`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`], [204]],
  ['TRACE', [`TRACE ${SEARCH} HTTP/1.1\r\n${HOST}\r\n`], [405]],
  ['POST with a body', [`POST ${SEARCH} HTTP/1.1\r\n${HOST}Content-Length: 4\r\n\r\nabcd`], [405]],
  ['QUERY, a method of this year', [`QUERY ${SEARCH} HTTP/1.1\r\n${HOST}\r\n`], [405]],
  ['a websocket', [get(SEARCH, 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n')], [200]],
  [
    'an upgrade to h2c',
    [get(SEARCH, 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n')],
    [200],
  ],
  ['Expect: 100-continue', [get(SEARCH, 'Expect: 100-continue\r\nContent-Length: 2\r\n'), 'ab'], [200]],
  ['Expect: nonsense', [get(SEARCH, 'Expect: nonsense\r\n')], [200]],
  ['GET with a body', [get(SEARCH, 'Content-Length: 4\r\n'), 'abcd', get(SEARCH)], [200, 200]],
  [
    'GET with a chunked body',
    [get(SEARCH, 'Transfer-Encoding: chunked\r\n'), '4\r\nabcd\r\n0\r\n\r\n', get(SEARCH)],
    [200, 200],
  ],
  ['GET with a body that never comes', [get(SEARCH, 'Content-Length: 9000000000\r\n'), 'abcd'], [200]],
  ['a broken chunk behind an answered request', [get(SEARCH, 'Transfer-Encoding: chunked\r\n'), 'zz\r\n'], [200, 400]],
  ['a chunk size beyond 64 bits', [get(SEARCH, 'Transfer-Encoding: chunked\r\n'), `${'f'.repeat(40)}\r\n`], [200, 400]],
  ['ten requests at once', [get(SEARCH).repeat(10)], Array<number>(10).fill(200)],
  ['garbage between requests', [`${get(SEARCH)}garbage\r\n\r\n${get(SEARCH)}`], [200, 400]],
  ['a blank line before a request', [`\r\n\r\n${get(SEARCH)}`], [200]],
  ['lines that end in only LF', [get(SEARCH).replaceAll('\r\n', '\n')], [400]],
  ['raw bytes in a field', [get(SEARCH, 'X-A: \xc3\x85\xff\r\n')], [200]],
  ['a bad escape in the path', [get('/open/v1/companies/%zz')], [400]],
  ['an escape that is not UTF-8 in the path', [get('/open/v1/companies/%ff')], [400]],
  ['half an escape at the end of the path', [get('/open/v1/companies/%e')], [400]],
  ['OPTIONS of a bad escape in the path', [get('/open/v1/companies/%zz').replace('GET', 'OPTIONS')], [204]],
  ['POST to a bad escape in the path', [get('/open/v1/companies/%zz').replace('GET', 'POST')], [405]],
  ['a bad escape in q', [get('/open/v1/search?q=%zz%')], [400]],
  ['a bad escape in an unknown parameter', [get(`${SEARCH}&%zz=%`)], [200]],
  ['a zero character in q', [get('/open/v1/search?q=%00%00%00')], [200]],
  ['an escaped line break in q', [get('/open/v1/search?q=%0d%0aSet-Cookie:%20a')], [200]],
  ['a way up', [get('/open/v1/../../etc/passwd')], [404]],
  ['an escaped way up', [get('/open/v1/companies/%2e%2e%2f%2e%2e%2fetc')], [400]],
  ['%2e', [get('/open/v1/%2e/search?q=nor')], [404]],
  ['double slashes', [get('//open//v1//search?q=nor')], [404]],
  ['an authority in the path', [get('//other.example/open/v1/search?q=nor')], [404]],
  ['a slash at the end', [get('/open/v1/search/?q=nor')], [404]],
  ['a semicolon', [get('/open/v1/search;q=nor')], [404]],
  ['a fragment', [get('/open/v1/search?q=nor#x')], [200]],
  ['a company id of 15 kB', [get(`/open/v1/companies/${KILOBYTE.repeat(15)}`)], [400]],
  ['five thousand parameters', [get(`${SEARCH}${'&a='.repeat(5000)}`)], [200]],
  ['five thousand times q', [get(`${SEARCH}${'&q='.repeat(5000)}`)], [400]],
  ['only separators', [get(`/open/v1/search?${'&=?'.repeat(5000)}`)], [400]],
  ['If-None-Match full of quotes', [get(SEARCH, `If-None-Match: ${'"'.repeat(15_000)}\r\n`)], [200]],
  ['If-None-Match with bytes', [get(SEARCH, 'If-None-Match: W/"\xff\x85", *, "\r\n')], [200]],
  ['X-Forwarded-For full of commas', [get(SEARCH, `X-Forwarded-For: ${','.repeat(15_000)}\r\n`)], [200]],
  [
    'X-Forwarded-For with nonsense',
    [get(SEARCH, 'X-Forwarded-For: "><script>, ::1::, 999.1.1.1, 127.0.0.1\r\n')],
    [200],
  ],
  [
    'X-Forwarded-For of fifteen hundred proxies',
    [get(SEARCH, `X-Forwarded-For: ${'127.0.0.1,'.repeat(1500)}\r\n`)],
    [200],
  ],
  [
    'the names of the prototype',
    [get('/open/v1/search?__proto__=a&constructor=b&q=nor', '__proto__: x\r\nconstructor: y\r\n')],
    [200],
  ],
  ['Accept-Version, which the framework could route by', [get(SEARCH, 'Accept-Version: 9.x\r\n')], [200]],
  ['an unknown media type', [get(SEARCH, 'Content-Type: \x80/;;=,\r\nAccept: \xff\r\n')], [200]],
];

suite('any bytes sent to the server get an answer or a closed connection', () => {
  let service: SampleService;
  let port = 0;
  const log: string[] = [];
  before(async () => {
    service = await sampleService((line) => log.push(line));
    await service.app.listen({ hosts: ['127.0.0.1'], port: 0 });
    port = (service.app.server.address() as AddressInfo).port;
  });
  after(() => service.close());

  /** Checks that the responses are well-formed and as the contract specifies, and that the service still works. */
  async function heldPromise(conversation: Conversation): Promise<RawResponse[]> {
    const responses = parseResponses(conversation.bytes);
    for (const { status, headers, body } of responses) {
      assert.notEqual(status, 500);
      if (status < 400) continue;
      assert.deepEqual(headers.get('content-type'), ['application/problem+json']);
      assert.deepEqual(headers.get('cache-control'), ['no-store']);
      const problem = assertProblem(status, body);
      assert.deepEqual(headers.get('x-request-id'), [problem.request_id]);
    }
    const plain = await converse(port, [get(SEARCH, 'Connection: close\r\n')], { answers: Infinity });
    assert.deepEqual([parseResponses(plain.bytes)[0]?.status, plain.isClosed], [200, true]);
    return responses;
  }

  suite('conversations, some at a time', { concurrency: 8 }, () => {
    for (const [claim, chunks, status = 400] of UNREADABLE) {
      test(`${claim}: a problem at the base address, then the connection is closed`, async () => {
        const conversation = await converse(port, chunks, { answers: Infinity });
        const responses = await heldPromise(conversation);
        assert.deepEqual(
          responses.map((response) => response.status),
          [status],
        );
        assert.deepEqual(responses[0]?.headers.get('connection'), ['close']);
        assert.ok(conversation.isClosed);
        assert.equal(conversation.fault, undefined, 'the answer could have been lost');
        assert.equal(assertProblem(status, responses[0]?.body ?? '').instance, BASE_URL);
      });
    }

    for (const [claim, chunks, want] of CASES) {
      test(`${claim}: ${want === 'nothing' ? 'waited for' : want.join(', ')}`, async () => {
        const conversation = await converse(
          port,
          chunks,
          want === 'nothing' ? { waitMs: 150 } : { answers: want.length },
        );
        const responses = await heldPromise(conversation);
        assert.deepEqual(
          responses.map((response) => response.status),
          want === 'nothing' ? [] : want,
        );
        assert.equal(conversation.fault, undefined);
      });
    }
  });

  test('`instance` escapes characters that a URI must not have, and keeps escapes', async () => {
    const { bytes } = await converse(port, [get('/open/"<>?a=%zz%41{}')]);
    const instance = `${BASE_URL}/%22%3C%3E?a=%25zz%41%7B%7D`;
    assert.equal(parseResponses(bytes)[0]?.body.includes(instance), true, bytes.toString());
  });

  test('a sender that is too slow is answered and cut off', async () => {
    const { server } = service.app;
    const { requestMs } = server;
    server.requestMs = 200;
    const head = get(SEARCH, `X-A: ${KILOBYTE}\r\n`);
    const conversation = await converse(port, head.split(''), { answers: Infinity, gapMs: 50 });
    server.requestMs = requestMs;
    const responses = await heldPromise(conversation);
    assert.deepEqual(
      responses.map(({ status, body }) => [status, /took too long/.test(body)]),
      [[400, true]],
    );
    assert.ok(conversation.isClosed);
  });

  test('a client that stops reading its answers is cut off', async () => {
    const { server } = service.app;
    const { stalledMs } = server;
    server.stalledMs = 300;
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    // The responses are over a hundred megabytes, more than any system buffers.
    socket.write(get(SEARCH).repeat(20_000));
    await openConnections(1);
    await openConnections(0);
    server.stalledMs = stalledMs;
    socket.destroy();
    await heldPromise({ bytes: Buffer.alloc(0), isClosed: true, fault: undefined });
  });

  /** Waits until the server has this number of connections. */
  async function openConnections(count: number): Promise<void> {
    const { server } = service.app;
    let open = NaN;
    await until(
      () => `${open} connections are open, ${count} expected`,
      async () => (open = await promisify(server.getConnections.bind(server))()) === count,
    );
  }

  const breaks: readonly (readonly [claim: string, sent: string])[] = [
    ['nothing', ''],
    ['half a request', `GET ${SEARCH} HT`],
    ['a request', get(SEARCH)],
    ['many requests', get(SEARCH).repeat(50)],
    ['half a body', get(SEARCH, 'Content-Length: 100\r\n')],
    ['garbage', 'garbage\r\n\r\n'],
    ['too large a head', get(SEARCH, `X-A: ${KILOBYTE.repeat(20)}\r\n`)],
    ['CONNECT', `CONNECT a:443 HTTP/1.1\r\n${HOST}\r\n`],
    ['an expectation', get(SEARCH, 'Expect: 100-continue\r\n')],
  ];
  for (const [claim, sent] of breaks) {
    for (const how of ['closed', 'reset', 'half closed'] as const) {
      test(`100 connections ${how} after ${claim} leave nothing open`, async () => {
        const sockets = Array.from({ length: 100 }, () => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.write(sent, () => {
              if (how === 'closed') socket.destroy();
              else if (how === 'reset') socket.resetAndDestroy();
              else socket.resume().end();
            });
          });
          socket.on('error', () => undefined);
          return socket;
        });
        await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve))));
        await openConnections(0);
        await heldPromise({ bytes: Buffer.alloc(0), isClosed: true, fault: undefined });
      });
    }
  }

  test('nothing of all this was unforeseen', () => {
    // One write may contain several lines.
    const lines = log.join('').trimEnd().split('\n');
    const faults = lines.map((line) => JSON.parse(line) as { level: number }).filter(({ level }) => level >= 40);
    assert.deepEqual(faults, []);
    assert.ok(lines.length > 100);
  });
});
