/** Many requests that arrive byte by byte: each takes a connection, but not the place of a request that waits for a response. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import { startSample } from '../fixtures/built-sample.ts';
import { stopService, type Running } from '../fixtures/serving.ts';
import { until } from '../fixtures/until.ts';

/**
 * Maximum number of bodies, and of requests, that the worker handles at a time. A busy machine opens more connections within the deadline
 * of a body.
 */
const IN_FLIGHT_MAX = 150;
const ATTACKERS = 200;
/** Minimum number of requests that a client may send to a door in a minute. */
const REQUESTS_EACH = 10;
const DRIP_MS = 400;

/** A small body for the POST of each door. */
const POSTS: readonly (readonly [path: string, type: string, body: string])[] = [
  ['/reconcile/v1', 'application/x-www-form-urlencoded', `queries=${encodeURIComponent('{"q":{"query":"nordlys"}}')}`],
  ['/lookup/v1/identifiers', 'application/json', '{"identifiers":[{"value":"911020068"}]}'],
  ['/mcp', 'application/json', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'],
];

/** Resources that take no body, but receive one in this test. */
const GETS = ['/v1/search?q=nor', '/reconcile/v1', '/', '/openapi.json', '/nowhere'];

suite('requests that arrive slowly', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-slow-'));
  let running: Running;
  before(async () => {
    running = await startSample(folder, {
      TRUSTED_PROXIES: '127.0.0.1',
      IN_FLIGHT_MAX: String(IN_FLIGHT_MAX),
      DOORS: 'reconcile,lookup,mcp',
    });
  });
  after(async () => {
    await stopService(running);
    rmSync(folder, { recursive: true });
  });

  /** Opens a number of connections, each of which sends the beginning of a request and then a byte at intervals. */
  function dripping(t: TestContext, count: number, createBeginning: (i: number) => string): Dripping[] {
    const all = Array.from({ length: count }, (_, i): Dripping => {
      const socket = connect(running.port, '127.0.0.1');
      const found: Dripping = { socket, text: '' };
      socket.on('error', () => undefined).on('data', (bytes) => (found.text += bytes.toString('latin1')));
      socket.write(createBeginning(i).replace('\r\n', `\r\nHost: a\r\nX-Forwarded-For: ${toClient(i)}\r\n`));
      return found;
    });
    const timer = setInterval(() => {
      for (const { socket } of all) if (socket.writable) socket.write('1');
    }, DRIP_MS);
    t.after(() => {
      clearInterval(timer);
      for (const { socket } of all) socket.destroy();
    });
    return all;
  }

  /** Returns the statuses that a well-behaved client receives for a search and for each door, one after the other. */
  async function honest(client: string): Promise<number[]> {
    const headers = { 'X-Forwarded-For': client };
    const statuses = [(await fetch(`${running.address}/v1/search?q=nordlys`, { headers })).status];
    for (const [path, type, body] of POSTS) {
      const fields = { ...headers, 'Content-Type': type, Accept: 'application/json, text/event-stream' };
      const answer = await fetch(running.address + path, { method: 'POST', headers: fields, body });
      await answer.text();
      statuses.push(answer.status);
    }
    return statuses;
  }

  const ALL_SERVED = Array.from({ length: 1 + POSTS.length }, () => 200);

  test('more slow bodies than a worker takes refuse no search and no other body, and end by their deadline', async (t) => {
    assert.deepEqual(await honest('198.51.100.1'), ALL_SERVED);
    const slow = dripping(t, ATTACKERS, (i) => {
      const [path, type] = POSTS[i % POSTS.length] ?? ['/', ''];
      return `POST ${path} HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`;
    });
    await until('the first ones gave way to newer ones', () => slow.some(({ text }) => text.includes(' 503 ')));
    for (let i = 0; i < 5; i++) assert.deepEqual(await honest('198.51.100.2'), ALL_SERVED);
    await until(
      () => `${slow.filter(({ text }) => text === '').length} bodies are still read`,
      () => slow.every(({ text }) => text.startsWith('HTTP/1.1 ')),
    );
    const statuses = new Set(slow.map(({ text }) => text.slice(9, 12)));
    assert.deepEqual([...statuses].toSorted(), ['400', '503']);
  });

  test('resources that are sent a slow body which they do not want answer at once', async (t) => {
    const slow = dripping(t, ATTACKERS, (i) => `GET ${GETS[i % GETS.length]} HTTP/1.1\r\nContent-Length: 1000\r\n\r\n`);
    await until('all are answered', () => slow.every(({ text }) => text.startsWith('HTTP/1.1 ')));
    assert.deepEqual(new Set(slow.map(({ text }) => text.slice(9, 12))), new Set(['200', '404']));
    assert.deepEqual(await honest('198.51.100.3'), ALL_SERVED);
  });

  test('more slow heads than a worker takes requests cause no refusal', async (t) => {
    const slow = dripping(t, ATTACKERS, () => 'GET /v1/search?q=nor HTTP/1.1\r\nX-Slow: ');
    for (let i = 0; i < 5; i++) assert.deepEqual(await honest('198.51.100.4'), ALL_SERVED);
    assert.ok(slow.every(({ text }) => text === ''));
  });
});

interface Dripping {
  readonly socket: Socket;
  /** The received text. */
  text: string;
}

/** Returns the address of a client that stays within its limit. */
function toClient(i: number): string {
  return `192.0.2.${Math.floor(i / REQUESTS_EACH)}`;
}
