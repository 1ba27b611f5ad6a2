import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { Asked, measureInTurns } from './measure.ts';

const times = new Map<string, number>();
const server = createServer(({ url = '' }, response) => {
  times.set(url, (times.get(url) ?? 0) + 1);
  response.end('{}');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());

const PLAN = { rounds: 2, seconds: 0.05 };
const measured = async (path: string, count: number, isOnce: boolean, asked = new Asked()) => {
  const requests = Array.from({ length: count }, (_, i) => ({ target: `/${path}/${i}` }));
  const { port } = server.address() as AddressInfo;
  const contestant = { name: 'it', port, front: process.pid, requests, isOnce, asked };
  const figures = (await measureInTurns([contestant], PLAN)).get('it');
  const answered = Array.from(times, ([url, n]) => (url.startsWith(`/${path}/`) ? n : 0));
  return { repeats: figures?.repeats ?? [], most: Math.max(...answered), rates: figures?.rate ?? [] };
};

test('measureInTurns() asks no question twice where each may be asked once, however few there are', async () => {
  const { repeats, most, rates } = await measured('once', 60, true);
  assert.deepEqual(repeats, [0, 0]);
  assert.equal(most, 1);
  assert.ok(rates.every((rate) => rate > 0));
});

test('measureInTurns() counts the requests that repeat a question, of an earlier mix too', async () => {
  const { repeats, most } = await measured('often', 3, false);
  assert.deepEqual(repeats, [1, 1]);
  assert.ok(most > 3);
  const asked = new Asked();
  asked.add(Array.from({ length: 60 }, (_, i) => ({ target: `/before/${i}` })));
  assert.deepEqual((await measured('before', 60, true, asked)).repeats, [1, 1]);
});
