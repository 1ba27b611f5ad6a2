import assert from 'node:assert/strict';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { HttpServer } from '../http1/http-server.ts';
import type { RequestListener } from '../http.ts';
import { HeaderTemplate } from '../header-template.ts';
import { Bodies } from './body.ts';

const BYTES_MAX = 100_000;
const OK = new HeaderTemplate(200);
const BODIES_MAX = 3;
const reader = new Bodies(BODIES_MAX, 2 * BYTES_MAX);
/** Called once when the next request has begun. */
let onRequest = (): void => undefined;
/** Called once when a body has ended or broken off. */
let onBody = (): void => undefined;

/** Answers a POST with its body, or with the fault of the body; answers a GET with its target. */
const echo: RequestListener = (request, response) => {
  const answer = (text: string): void =>
    response.send(OK, `Content-Length: ${text.length}\r\n`, Buffer.from(text, 'latin1'));
  if (request.method === 'GET') {
    answer(request.url ?? '');
    return;
  }
  const read = reader.read({ request }, BYTES_MAX).then(
    (body) => answer(`${body.length} ${Buffer.from(body).toString('latin1').slice(0, 20)}`),
    (error: unknown) => answer(String(error)),
  );
  void read.then(onBody);
  onRequest();
};

const head = (fields: string): string => `POST /a HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;
const sized = (body: string): string => head(`Content-Length: ${body.length}\r\n`) + body;
const chunked = (...bodies: readonly string[]): string =>
  head('Transfer-Encoding: chunked\r\n') +
  [...bodies, ''].map((body) => `${body.length.toString(16)}\r\n${body}\r\n`).join('');
const GET = 'GET /next HTTP/1.1\r\nHost: h\r\n\r\n';
const LONG = 'ab\r\n\r\n'.repeat(15_000);
const TOO_LONG = 'x'.repeat(BYTES_MAX + 1);

/** Pieces of a request, sent one after the other, and the bodies of the responses. */
const CASES: readonly (readonly [claim: string, pieces: readonly string[], want: readonly string[]])[] = [
  ['a body with its head', [sized('hello')], ['5 hello']],
  ['an empty body', [sized('')], ['0 ']],
  ['no body', [head('')], ['0 ']],
  ['a body behind its head', [head('Content-Length: 5\r\n'), 'he', 'llo'], ['5 hello']],
  ['a body byte by byte', sized('hello').split(''), ['5 hello']],
  ['a body that looks like heads', [sized(LONG)], [`90000 ${LONG.slice(0, 20)}`]],
  ['a body in chunks', [chunked('he', 'llo')], ['5 hello']],
  [
    'a body in chunks, in pieces',
    chunked('he', 'llo', 'x'.repeat(70_000)).match(/[^]{1,9000}/g) ?? [],
    [`70005 hello${'x'.repeat(15)}`],
  ],
  ['a body and a request behind it', [sized('hello') + GET], ['5 hello', '/next']],
  [
    'three bodies, one behind the other',
    [sized('one') + chunked('two') + sized('three') + GET],
    ['3 one', '3 two', '5 three', '/next'],
  ],
  [
    'a request, a body behind it in pieces, and another',
    [`${GET}${head('Content-Length: 5\r\n')}he`, `llo${GET}`],
    ['/next', '5 hello', '/next'],
  ],
  ['a body that waits for leave', [head('Content-Length: 5\r\nExpect: 100-continue\r\n'), 'hello'], ['5 hello']],
  [
    'a body that is said to be too long',
    [sized(TOO_LONG) + GET],
    ['ProblemError: The body of the request must have at most 100000 bytes, got 100001', '/next'],
  ],
  [
    'a body that becomes too long',
    [chunked(TOO_LONG, 'x') + GET],
    ['ProblemError: The body of the request must have at most 100000 bytes, and has more', '/next'],
  ],
];

for (const isPlain of [true, false])
  suite(`bodies, with plain requests read by ${isPlain ? 'http1/' : 'Node'}`, () => {
    const server = new HttpServer(echo, isPlain);
    before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
    after(
      () =>
        new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        }),
    );
    const open = (): Socket => connect((server.address() as AddressInfo).port, '127.0.0.1');

    for (const [claim, pieces, want] of CASES)
      test(claim, async () => {
        const socket = open();
        const received = readBodies(socket, want.length);
        for (const piece of pieces) await new Promise((resolve) => socket.write(piece, 'latin1', resolve));
        assert.deepEqual(await received, want);
        socket.destroy();
      });

    test('a body beyond the maximum takes the place of the oldest', async () => {
      const slow = Array.from({ length: BODIES_MAX }, () => open());
      const first = readBodies(slow[0] ?? open(), 1);
      for (const [i, socket] of slow.entries()) {
        const begun = new Promise<void>((resolve) => (onRequest = resolve));
        socket.write(head('Content-Length: 5\r\n') + String(i));
        await begun;
      }
      const fast = open();
      const received = readBodies(fast, 1);
      fast.write(sized('hello'));
      assert.deepEqual(await received, ['5 hello']);
      assert.match((await first).join(), /^ProblemError: Too many requests send a body/);
      const second = readBodies(slow[1] ?? open(), 1);
      slow[1]?.write('1234');
      assert.deepEqual(await second, ['5 11234']);
      for (const socket of [...slow, fast]) socket.destroy();
    });

    test('bodies beyond the bytes of all take the place of the oldest', async () => {
      const slow = Array.from({ length: 2 }, () => open());
      const first = readBodies(slow[0] ?? open(), 1);
      for (const socket of slow) {
        const begun = new Promise<void>((resolve) => (onRequest = resolve));
        socket.write(head(`Content-Length: ${BYTES_MAX}\r\n`) + 'x'.repeat(BYTES_MAX - 1));
        await begun;
      }
      const fast = open();
      const received = readBodies(fast, 1);
      fast.write(sized('hello'));
      assert.match((await first).join(), /^ProblemError: Too many requests send a body/);
      assert.deepEqual(await received, ['5 hello']);
      for (const socket of [...slow, fast]) socket.destroy();
    });

    test('a body that breaks off ends its request', async () => {
      const socket = open();
      const ended = new Promise<void>((resolve) => (onBody = resolve));
      socket.write(head('Content-Length: 5\r\n') + 'he', () => socket.resetAndDestroy());
      await ended;
    });
  });

/** Returns the bodies of a number of responses, in order, without those of `100 Continue`. */
async function readBodies(socket: Socket, count: number): Promise<string[]> {
  let text = '';
  const bodies: string[] = [];
  socket.setEncoding('latin1');
  for await (const piece of socket as AsyncIterable<string>) {
    text = (text + piece).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
    for (;;) {
      const end = text.indexOf('\r\n\r\n') + 4;
      const [, length] = /\r\nContent-Length: (\d+)\r\n/i.exec(text.slice(0, end)) ?? [];
      if (length === undefined || text.length < end + Number(length)) break;
      bodies.push(text.slice(end, end + Number(length)));
      text = text.slice(end + Number(length));
    }
    if (bodies.length >= count) break;
  }
  return bodies;
}
