/**
 * Attacks on a service, in a thread: `workerData` has its port and the requests. Each attack is repeated until the thread is ordered to
 * end; then it reports how often each attack ran.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface AttackOrder {
  readonly port: number;
  /** The target of the service's largest document, and its size in bytes. */
  readonly largest: { readonly target: string; readonly bytes: number };
}

/** The number of runs of each attack, and the result of a steady slow reader. */
export interface AttackReport {
  readonly runs: Readonly<Record<string, number>>;
  /** Downloads of the largest document by a slow reader: the number requested, and the number that arrived complete. */
  readonly slowReads: { readonly asked: number; readonly whole: number };
}

const { port, largest } = workerData as AttackOrder;
const runs: Record<string, number> = {};
const slowReads = { asked: 0, whole: 0 };
const run = new AbortController();
parentPort?.once('message', () => run.abort());

/** The state of a generator of pseudorandom numbers (mulberry32), so that a run can be repeated. */
let seed = 0x5eed;
function random(below: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

/** Opens a connection from an address of its own, at which no proxy is trusted. Errors are ignored: attackers get some. */
function open(host: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${host}` });
  socket.on('error', () => undefined);
  return socket;
}

const request = (target: string, fields = ''): string => `GET ${target} HTTP/1.1\r\nHost: h\r\n${fields}\r\n`;

/** Sends over a number of connections, reads responses only if `reads` is true, and closes the connections after `seconds`. */
async function hold(host: number, count: number, seconds: number, text: string, reads = false): Promise<void> {
  const sockets = Array.from({ length: count }, () => open(host));
  for (const socket of sockets) {
    if (reads) socket.resume();
    else socket.pause();
    socket.write(text, 'latin1');
  }
  await rest(seconds);
  for (const socket of sockets) socket.destroy();
}

/** Waits, but no longer than the run lasts. */
async function rest(seconds: number): Promise<void> {
  for (let left = seconds * 10; left > 0 && !run.signal.aborted; left--) await pause(100);
}

/** Returns a valid request with some bytes changed, removed or repeated. */
function mutated(): string {
  let text = request('/v1/search?q=nor&country=FI&limit=5', 'If-None-Match: "a"\r\nConnection: keep-alive\r\n');
  for (let n = 1 + random(6); n > 0; n--) {
    const at = random(text.length);
    const cut = random(4);
    text = text.slice(0, at) + String.fromCharCode(random(256)).repeat(random(3)) + text.slice(at + cut);
  }
  return text;
}

/** Returns a batch of look-ups, valid or not. */
function batch(): string {
  const numbers = Array.from({ length: random(110) }, () => ({ value: String(random(100_000)), country: 'FI' }));
  const bodies = [
    JSON.stringify({ identifiers: numbers }),
    JSON.stringify({ identifiers: Array.from({ length: 100 }, (_, i) => ({ value: String(i) })) }),
    '{"identifiers":'.padEnd(60_000, '['),
    ' '.repeat(70_000),
    '{"identifiers":[{"value":"\xff\xfe"}]}',
    '',
  ];
  const body = bodies[random(bodies.length)] ?? '';
  const head = 'POST /lookup/v1/identifiers HTTP/1.1\r\nHost: h\r\n';
  // If the length is too small, the server takes the rest of the body for a request.
  const length = body.length - (random(4) === 0 ? random(20) : 0);
  if (random(3) > 0) return `${head}Content-Length: ${Math.max(0, length)}\r\n\r\n${body}`;
  return `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

/** Reads the largest document at 64 KB a second: slowly but steadily, so the service must send all of it. */
async function readSlowly(host: number): Promise<void> {
  slowReads.asked++;
  const socket = open(host);
  let received = 0;
  socket.write(request(largest.target));
  while (!socket.closed && received < largest.bytes && !run.signal.aborted) {
    const bytes = socket.read(Math.min(6400, socket.readableLength)) as Buffer | null;
    received += bytes?.length ?? 0;
    await pause(100);
  }
  if (received >= largest.bytes) slowReads.whole++;
  else if (run.signal.aborted) slowReads.asked--;
  socket.destroy();
}

const ATTACKS: Readonly<Record<string, () => Promise<void>>> = {
  'asks 797 times for the largest document, never reads': () => hold(1, 2, 20, request(largest.target).repeat(797)),
  'asks for a page twenty times, never reads': () => hold(2, 20, 15, request('/coverage').repeat(20)),
  'asks a thousand searches, never reads': () => hold(3, 50, 10, request('/v1/search?q=nor').repeat(1000)),
  'holds 500 connections with half a head': () => hold(4, 500, 20, 'GET /v1/search?q=nor HTTP/1.1\r\nHo'),
  'sends a hundred thousand searches of one client': () =>
    hold(5, 4, 5, request('/v1/search?q=nor').repeat(5000), true),
  'sends heads of 15 KB to pages': () => hold(6, 5, 1, request('/', `X-A: ${'a, '.repeat(5000)}\r\n`).repeat(20), true),
  'forges cursors': () =>
    hold(7, 5, 1, request(`/v1/search?q=nor&cursor=${'A_-z'.repeat(1 + random(100))}`).repeat(50), true),
  'sends batches of look-ups, whole and broken': async () => {
    for (let n = 0; n < 5; n++) await hold(210 + random(20), 3, 0, batch() + batch(), true).then(() => pause(20));
    await rest(0.3);
  },
  'holds 200 connections with half a body': () =>
    hold(231, 200, 8, 'POST /lookup/v1/identifiers HTTP/1.1\r\nHost: h\r\nContent-Length: 999\r\n\r\n{"identi'),
  'sends batches of messy names, whole and broken': () => {
    const name = ['nor '.repeat(60), 'x'.repeat(256), 'ab', 'holding group'][random(4)] ?? '';
    const queries = Object.fromEntries(Array.from({ length: 26 - random(3) }, (_, i) => [`q${i}`, { query: name }]));
    const form = `queries=${encodeURIComponent(JSON.stringify(queries))}`.slice(random(3) === 0 ? 9 : 0);
    const head = `POST /reconcile/v1 HTTP/1.1\r\nHost: h\r\nContent-Length: ${form.length}\r\n\r\n`;
    return hold(233, 3, 1, (head + form).repeat(5), true);
  },
  'looks up short numbers': () =>
    hold(
      232,
      3,
      1,
      ['1', '12', '123', '1'.repeat(128)]
        .map((n) => request(`/lookup/v1/identifiers/${n}`))
        .join('')
        .repeat(15),
      true,
    ),
  'asks for changes': () =>
    hold(
      234,
      3,
      1,
      [
        '?limit=1000',
        `?${'company=co_7rtg63mqwvscakkjna0m6x78sh&'.repeat(100)}`,
        '?company=x',
        '?cursor=1-0',
        '?cursor=999999999999999-9999999999',
        '?since=x',
        '/companies/42',
      ]
        .map((n) => request(`/changes${n}`))
        .join('')
        .repeat(10),
      true,
    ),
  'asks for files outside of exports': () =>
    hold(
      233,
      3,
      1,
      ['latest/../x', `latest/${'a/'.repeat(100)}`, '%2e%2e/%00', 'latest/x']
        .map((path) => request(`/data/${path}`, 'Range: bytes=0-,1-\r\n'))
        .join('')
        .repeat(15),
      true,
    ),
  'opens and resets connections': async () => {
    for (let n = 0; n < 50; n++) {
      const socket = open(8);
      socket.once('connect', () => socket.resetAndDestroy());
    }
    await rest(0.5);
  },
  'mutates requests': async () => {
    for (let n = 0; n < 30; n++) await hold(9 + random(100), 1, 0, mutated(), true).then(() => pause(10));
    await rest(0.3);
  },
  'reads slowly': () => readSlowly(200),
};

await Promise.all(
  Object.entries(ATTACKS).map(async ([name, attack]) => {
    while (!run.signal.aborted) {
      await attack();
      runs[name] = (runs[name] ?? 0) + 1;
      await pause(50);
    }
  }),
);
parentPort?.postMessage({ runs, slowReads } satisfies AttackReport);
