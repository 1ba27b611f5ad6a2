import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Server } from 'node:net';
import { after, before, suite, test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { HeaderTemplate, KEEP_ALIVE_SECONDS } from '../header-template.ts';
import type { RequestListener } from '../http.ts';
import { HEAD_BYTES_MAX, HttpServer } from './http-server.ts';
import { nodeListener } from './node-exchange.ts';

const JSON_HEAD = new HeaderTemplate(200, ['Content-Type', 'application/json']);

/** Turns of the event loop in which what was sent arrives. */
const IO_TURNS = 20;

/** Responds with the request that was read: at once, or later if the target says so. */
const telling: RequestListener = (request, response) => {
  const { method, url = '', httpVersion, fields, headers } = request;
  const body = Buffer.from(
    JSON.stringify({ method, url, httpVersion, fields, headers, address: request.socket.remoteAddress }),
  );
  const answer = (): void => {
    if (url.includes('none')) response.send(new HeaderTemplate(304), '', new Uint8Array(0));
    else response.send(JSON_HEAD, `Content-Length: ${body.length}\r\n`, body);
  };
  if (url.includes('later')) setTimeout(answer, 5);
  else answer();
};

/** Returns the responses to pieces of bytes that are sent one after the other over one connection. */
async function answersTo(server: Server, pieces: readonly Buffer[]): Promise<string> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', noDelay: true });
  let received = '';
  let closed = false;
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')));
  const ended = once(socket, 'close');
  socket.on('error', () => undefined).on('close', () => (closed = true));
  for (const piece of pieces) {
    if (!closed) socket.write(piece);
    // Long enough for the server to receive the pieces separately most of the time; if it does not, the responses are the same.
    for (let i = 0; i < 3; i++) await turn();
  }
  // If the client ends its side early, either server may or may not answer the request.
  if (pieces.some((piece) => piece.includes('/later')))
    while (!received.includes('"/later"') && !socket.destroyed) await turn();
  socket.end();
  // The server closes a connection whose client has ended its side.
  await ended;
  // The order of different fields has no meaning (RFC 9110, section 5.3).
  return received.replaceAll(/HTTP\/1\.1 \d{3} [^]*?\r\n\r\n/g, (head) =>
    head
      .split('\r\n')
      .filter((line) => !line.startsWith('Date: '))
      .toSorted()
      .join('\r\n'),
  );
}

/** Node's object of header fields has a prototype, so it drops a field of that name. */
const token = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,12}$/).filter((name) => name !== '__proto__');
const fieldText = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.constantFrom(0x09, 0xe4))
    .map((code) => String.fromCharCode(code)),
  maxLength: 20,
});
const field = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(token, fieldText).map(([name, value]) => `${name}:${value}`) },
  fc.constantFrom(
    'Connection: close', 'Connection: keep-alive', 'connection:Keep-Alive', 'Connection: keep-alive, close', 'Content-Length: 3',
    'Content-Length: 0', 'Transfer-Encoding: chunked', 'Expect: a', 'Expect: 100-continue', 'TE: trailers', ' folded', 'No-Colon', 'Space : a',
    'X-Forwarded-For: 10.0.0.1', 'X-Forwarded-For: 10.0.0.2', 'If-None-Match: "a", W/"b"', 'Accept: text/html', 'A:\0', 'Host: b',
  ), // prettier-ignore
);
// Node drops a response that is not ready if garbage follows, and our server still sends it, so only the table has late responses.
const target = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^\/[!"$-~]{0,20}$/) },
  fc.constantFrom('/none', '/#', '*', 'http://a/b', '/ä', '/a b', ''),
);
const request = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant('GET') },
      fc.constantFrom('HEAD', 'POST', 'OPTIONS', 'get', 'FOO', ''),
    ),
    target,
    fc.oneof({ weight: 8, arbitrary: fc.constant('HTTP/1.1') }, fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'http/1.1')),
    fc.array(field, { maxLength: 5 }),
    fc.oneof({ weight: 8, arbitrary: fc.constant('\r\n') }, fc.constant('\n')),
    fc.oneof({ weight: 8, arbitrary: fc.constant('') }, fc.constantFrom('abc', '\r\n', '3\r\nabc\r\n0\r\n\r\n')),
  )
  .map(([method, at, version, fields, end, body]) =>
    [`${method} ${at} ${version}`, 'Host: a', ...fields, '', body].join(end),
  );
/** Pipelined requests, cut anywhere. */
const pieces = fc
  .tuple(fc.array(request, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(), { maxLength: 3 }), fc.boolean())
  .map(([requests, cuts, isApart]) => {
    if (isApart) return requests.map((text) => Buffer.from(text, 'latin1'));
    const all = Buffer.from(requests.join(''), 'latin1');
    const places = [0, ...cuts.map((cut) => cut % (all.length + 1)).toSorted((a, b) => a - b), all.length];
    return places
      .slice(1)
      .map((end, i) => all.subarray(places[i], end))
      .filter((piece) => piece.length > 0);
  });

for (const isPlain of [true, false])
  suite(`responses are those of Node’s own server, PLAIN_HTTP ${isPlain ? 'on' : 'off'}`, () => {
    const ours = new HttpServer(telling, isPlain);
    const theirs = createServer(
      {
        maxHeaderSize: HEAD_BYTES_MAX,
        keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
        requireHostHeader: false,
        joinDuplicateHeaders: true,
      },
      nodeListener(telling),
    );
    before(async () => {
      theirs.on('checkExpectation', nodeListener(telling)).on('checkContinue', nodeListener(telling, true));
      for (const server of [ours, theirs]) {
        server.on('clientError', (_, socket) => !socket.writableEnded && socket.end('unreadable'));
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      }
    });
    after(async () => {
      for (const server of [ours, theirs]) await new Promise((resolve) => server.close(resolve));
    });

    test('for requests of every kind, pipelined and divided anywhere', async () => {
      await fc.assert(
        fc.asyncProperty(pieces, async (sent) => {
          const [own, node] = await Promise.all([answersTo(ours, sent), answersTo(theirs, sent)]);
          const hasGarbage = [own, node].some((text) => text.endsWith('unreadable'));
          if (!hasGarbage) return assert.equal(own, node);
          // Node answers more or fewer of the requests in one piece with garbage, depending on how it received the piece.
          const [ownAnswers = '', nodeAnswers = ''] = [own, node].map((text) => text.replace(/unreadable$/, ''));
          assert.ok(
            ownAnswers.startsWith(nodeAnswers) || nodeAnswers.startsWith(ownAnswers),
            `${own}\nis not\n${node}`,
          );
        }),
        { numRuns: isPlain ? 400 : 100 },
      );
    });

    const head = (fields: string): string => `GET /a HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
    const table: readonly (readonly [claim: string, sent: readonly string[]])[] = [
      ['one plain request', [head('')]],
      ['one after the other', [head(''), head('Accept: b\r\n'), head('')]],
      [
        'a plain one, then one with a body, then a plain one',
        [head(''), head('Content-Length: 2\r\n') + 'ab', head('')],
      ],
      ['two at once', [head('') + head('A: b\r\n')]],
      ['another while the first is answered', ['GET /later HTTP/1.1\r\nHost: a\r\n\r\n', head('')]],
      [
        'two others while the first is answered',
        ['GET /later HTTP/1.1\r\nHost: a\r\n\r\n', head('') + head('A: b\r\n')],
      ],
      ['a request byte by byte', Array.from(head(''))],
      ['a large head', [head(`A: ${'a'.repeat(10_000)}\r\n`)]],
      ['a head that is too large', [head(`A: ${'a'.repeat(HEAD_BYTES_MAX)}\r\n`)]],
      ['one that asks for the connection to be closed', [head('Connection: close\r\n'), head('')]],
      ['one that waits for 100 Continue', [head('Expect: 100-continue\r\n')]],
      ['fields of one name', [head('X-A: 1\r\nx-a: 2\r\nX-Forwarded-For: 1\r\nX-Forwarded-For: 2\r\n')]],
      ['nothing', []],
      ['half a request', ['GET /a HTTP/1.1\r\nHo']],
      ['garbage', ['\u0016\u0003\u0001\u0002\0\u0001\0\u0001ü']],
      ['garbage behind a request', [head(''), 'garbage\r\n\r\n']],
    ];
    for (const [claim, sent] of table) {
      test(`for ${claim}`, async () => {
        const bytes = sent.map((text) => Buffer.from(text, 'latin1'));
        assert.equal(await answersTo(ours, bytes), await answersTo(theirs, bytes));
      });
    }
  });

suite('a silent connection', () => {
  /** Opens a server whose clock the test moves, and a client that sends something. */
  async function opened(t: TestContext, sent: string, allowHalfOpen = false) {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const server = new HttpServer((_, response) =>
      response.send(JSON_HEAD, 'Content-Length: 0\r\n', new Uint8Array(0)),
    );
    server.on('clientError', (error: Error & { code?: string }, socket) => socket.end(error.code));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen });
    const came: Buffer[] = [];
    client.on('data', (bytes: Buffer) => came.push(bytes));
    const received = (): string => Buffer.concat(came).toString('latin1');
    await once(client, 'connect');
    if (sent !== '') {
      client.write(sent);
      await once(client, 'data');
    }
    const ended = once(client, 'close');
    t.after(async () => {
      t.mock.timers.reset();
      client.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    const pass = async (seconds: number): Promise<void> => {
      t.mock.timers.tick(seconds * 1000);
      for (let i = 0; i < IO_TURNS; i++) await turn();
    };
    return { client, ended, pass, received };
  }

  test('gets a problem after half a minute without a request', async (t) => {
    const { ended, pass, received } = await opened(t, '');
    await pass(29);
    assert.equal(received(), '');
    await pass(3);
    await ended;
    assert.equal(received(), 'ERR_HTTP_REQUEST_TIMEOUT');
  });

  test('gets no response to a request after that problem', async (t) => {
    const { client, ended, pass, received } = await opened(t, '', true);
    await pass(32);
    client.end('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await ended;
    assert.equal(received(), 'ERR_HTTP_REQUEST_TIMEOUT');
  });

  test('is kept for as long as its response said, and then closed', async (t) => {
    const { client, ended, pass } = await opened(t, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await pass(KEEP_ALIVE_SECONDS - 1);
    assert.equal(client.readyState, 'open');
    await pass(3);
    await ended;
  });

  test('is kept for the same time again after every request', async (t) => {
    const { client, pass, received } = await opened(t, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    for (let asked = 2; asked < 5; asked++) {
      await pass(KEEP_ALIVE_SECONDS - 1);
      client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      while (received().split('HTTP/1.1 200').length <= asked) await turn();
    }
    assert.equal(client.readyState, 'open');
  });
});
