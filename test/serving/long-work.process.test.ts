/** Batches concurrent with other requests: they share one queue, and work for closed connections stops. */
import assert from 'node:assert/strict';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Backend } from '../../src/backend/index.ts';
import type { ServiceConfig } from '../../src/server/index.ts';
import {
  BASE_URL,
  SITE_URL,
  TestClock,
  TestService,
  doorParts,
  failing,
  openSample,
  serviceWithDoors,
} from '../fixtures/service.ts';
import { listDeclarations, makeDoors } from '../fixtures/doors.ts';
import { until } from '../fixtures/until.ts';

const QUERIES = 25;

/** Starts a service whose backend counts its calls, and takes `stepMs` for each. */
async function countingService(t: TestContext, loadBounds: Partial<ServiceConfig['loadBounds']> = {}, stepMs = 0) {
  const counted = { steps: 0 };
  const backend: Backend = {
    ...failing(() => assert.fail('nothing else is asked')),
    match: () => {
      counted.steps++;
      for (const end = performance.now() + stepMs; performance.now() < end;);
      return { companies: [] };
    },
  };
  const facts = {
    baseUrl: BASE_URL,
    siteUrl: SITE_URL,
    dataProvider: 'Example Registers',
    doors: listDeclarations('reconcile'),
  };
  const clock = new TestClock();
  const doors = await makeDoors({ ...doorParts(backend, clock), facts });
  const bounds = { eventLoopDelayMsMax: 60_000, inFlightMax: 1000, deadlineSeconds: 60, ...loadBounds };
  const service = new TestService(backend, { doors: listDeclarations('reconcile'), loadBounds: bounds }, doors, clock);
  t.after(() => service.app.close());
  return { counted, service };
}

const form = (properties: readonly object[] = []): string => {
  const queries = Array.from({ length: QUERIES }, (_, i) => [`q${i}`, { query: `name ${i}`, properties }]);
  // Not encoded, because five thousand encoded numbers would be too long.
  return `queries=${JSON.stringify(Object.fromEntries(queries))}`;
};

/** Sends a request over a connection from a local address of its own. */
function sendFrom(service: TestService, localAddress: string, text: string): Socket {
  const { port } = service.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined).resume();
  socket.write(text);
  return socket;
}

const batch = (payload: string): string =>
  `POST /registry/reconcile/v1 HTTP/1.1\r\nHost: h\r\nContent-Length: ${payload.length}\r\n\r\n${payload}`;

/** Returns the statuses of the responses to a request that is repeated over one connection. */
async function fetchStatuses(
  service: TestService,
  localAddress: string,
  request: string,
  times: number,
): Promise<number[]> {
  let text = '';
  const socket = sendFrom(service, localAddress, request.repeat(times));
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  const statuses = (): number[] => Array.from(text.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status));
  await until('all are answered', () => statuses().length === times);
  socket.destroy();
  return statuses();
}

test('sixty batches at once take one step a turn of the event loop, all together', async (t) => {
  const { counted, service } = await countingService(t);
  const sent = Promise.all(
    Array.from({ length: 60 }, () => service.send('/registry/reconcile/v1', { method: 'POST', payload: form() })),
  );
  let most = 0;
  const answered = new AbortController();
  void sent.finally(() => answered.abort());
  for (let before = 0; !answered.signal.aborted; before = counted.steps) {
    await nextTurn();
    most = Math.max(most, counted.steps - before);
  }
  const statuses = (await sent).map(({ status }) => status);
  // All batches come from one client, whose limit pays for some of them.
  const worked = statuses.filter((status) => status === 200).length;
  assert.ok(worked > 1 && statuses.every((status) => status === 200 || status === 429), statuses.join(' '));
  assert.equal(counted.steps, worked * QUERIES);
  // A turn of this test and a step of the queue may change places once.
  assert.ok(most <= 2, `${most} steps in a turn`);
});

test('work that is past its deadline stops', async (t) => {
  const { counted, service } = await countingService(t, { deadlineSeconds: 0.05 }, 5);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => service.send('/registry/reconcile/v1', { method: 'POST', payload: form() })),
  );
  assert.ok(answers.some(({ status }) => status === 503));
  const { steps } = counted;
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  assert.equal(counted.steps, steps);
  assert.ok(steps < 20 * QUERIES);
});

for (const [claim, leave] of [
  ['resets its connection', (socket: Socket) => void socket.resetAndDestroy()],
  ['closes its connection', (socket: Socket) => void socket.end()],
] as const)
  test(`work stops for a client that ${claim}, and continues for another one`, async (t) => {
    const { counted, service } = await countingService(t, {}, 5);
    await service.app.listen({ port: 0, hosts: ['127.0.0.1'] });
    const gone = sendFrom(service, '127.0.0.1', batch(form()));
    await until('the work begins', () => counted.steps > 0);
    leave(gone);
    await until('it has closed', () => gone.closed);
    const stays = sendFrom(service, '127.0.0.1', batch(form()));
    let text = '';
    stays.setEncoding('latin1').on('data', (piece: string) => (text += piece));
    await until('the other one is answered', () => text.includes('HTTP/1.1 200'));
    assert.ok(counted.steps < 2 * QUERIES, `${counted.steps} steps`);
    stays.destroy();
  });

const number = (from: number, count: number) => ({
  pid: 'number',
  v: Array.from({ length: count }, (_, i) => String(1_000_000 + from + i)),
});

for (const [claim, properties, most] of [
  ['five thousand numbers', Array.from({ length: 20 }, (_, i) => number(10 * i, 10)), 0],
  ['as many numbers as are allowed', [number(0, 5)], 10],
] as const)
  test(`sixty batches at once with ${claim} of one client: ${most} are worked on, and no other client is refused`, async (t) => {
    const sample = await openSample();
    const service = await serviceWithDoors(sample.backend, 'reconcile');
    t.after(async () => {
      await service.app.close();
      await sample.close();
    });
    await service.app.listen({ port: 0, hosts: ['127.0.0.1'] });
    const attack = Array.from({ length: 60 }, () => fetchStatuses(service, '127.0.1.1', batch(form(properties)), 1));
    const search = 'GET /registry/v1/search?q=nor HTTP/1.1\r\nHost: h\r\n\r\n';
    const others = Array.from({ length: 20 }, (_, i) => fetchStatuses(service, `127.0.2.${i + 1}`, search, 20));
    assert.deepEqual([...new Set((await Promise.all(others)).flat())], [200]);
    const counts = Map.groupBy((await Promise.all(attack)).flat(), (status) => status);
    // Each refused request has paid for its arrival, before or after other requests were charged.
    const worked = counts.get(200)?.length ?? 0;
    assert.ok(worked <= most && worked >= most - 1, `${worked} of 60`);
    assert.equal(counts.get(most === 0 ? 400 : 429)?.length, 60 - worked);
  });
