/** Load shedding by the delay of the event loop, over sockets and with a real event loop that is late. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleService } from './sample-service.ts';

/** Keeps the event loop busy in turns of so many milliseconds each, until it is told to stop. */
function delayLoop(turnMs: number): () => void {
  let isBusy = true;
  const turn = (): void => {
    const end = performance.now() + turnMs;
    while (performance.now() < end);
    if (isBusy) setTimeout(turn, 0);
  };
  turn();
  return () => (isBusy = false);
}

test('a late event loop sheds a share of the requests with 503 and Retry-After, probes never, and none when it recovered', async () => {
  const { app, close } = await sampleService(undefined, {
    loadBounds: { eventLoopDelayMsMax: 100, inFlightMax: 1000, deadlineSeconds: 10 },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const search = `${address}/open/v1/search?q=nor`;
  /** How many of so many requests, one after the other, are shed; with `isFirst` it stops at the first. */
  const shedOf = async (times: number, isFirst = false): Promise<number> => {
    let shed = 0;
    for (let i = 0; i < times && !(isFirst && shed > 0); i++) {
      const response = await fetch(search);
      const { code } = (await response.json()) as { readonly code?: string };
      if (response.status === 200) continue;
      assert.deepEqual([response.status, code], [503, 'upstream_busy']);
      assert.match(response.headers.get('retry-after') ?? '', /^[1-4]$/);
      shed++;
    }
    return shed;
  };
  try {
    assert.equal(await shedOf(5), 0);
    // Turns of 250 ms against a bound of 100: less than half is admitted at first, and less as the delay stays.
    const stop = delayLoop(250);
    await pause(1100);
    assert.equal(await shedOf(20, true), 1);
    assert.equal((await fetch(`${address}/livez`)).status, 200);
    stop();
    const started = performance.now();
    while ((await shedOf(20)) > 0) {
      assert.ok(performance.now() - started < 30_000, 'it recovers');
      await pause(500);
    }
  } finally {
    await close();
  }
});
