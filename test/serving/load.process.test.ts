/** Load shedding by the delay of the event loop, over sockets and with a really delayed event loop. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { sampleService } from '../fixtures/sample-service.ts';
import { until } from '../fixtures/until.ts';

/** Starts a service that sheds requests at delays above 300 ms, more than the delay of a busy machine. */
async function serve(): Promise<{
  readonly address: string;
  /** Sends a number of searches, one after the other. Returns whether one of them is shed. */
  readonly isOneShed: (times: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
}> {
  const { app, close } = await sampleService(undefined, {
    loadBounds: { eventLoopDelayMsMax: 300, inFlightMax: 1000, deadlineSeconds: 10 },
  });
  await app.listen({ hosts: ['127.0.0.1'], port: 0 });
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const isShed = async (): Promise<boolean> => {
    const response = await fetch(`${address}/open/v1/search?q=nor`);
    const { code } = (await response.json()) as { readonly code?: string };
    if (response.status === 200) return false;
    assert.deepEqual([response.status, code], [503, 'upstream_busy']);
    assert.match(response.headers.get('retry-after') ?? '', /^[1-4]$/);
    return true;
  };
  const isOneShed = async (times: number): Promise<boolean> => {
    for (let i = 0; i < times; i++) if (await isShed()) return true;
    return false;
  };
  return { address, isOneShed, close };
}

/** Blocks the event loop without using CPU time. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Delays the event loop in turns of `turnMs` each, until it is stopped. */
function delayLoop(turnMs: number): () => void {
  let isBusy = true;
  const turn = (): void => {
    block(turnMs);
    if (isBusy) setTimeout(turn, 0);
  };
  turn();
  return () => (isBusy = false);
}

test('one long pause of the event loop sheds nothing', async () => {
  const { isOneShed, close } = await serve();
  try {
    assert.equal(await isOneShed(1), false);
    block(3000);
    assert.equal(await isOneShed(20), false);
  } finally {
    await close();
  }
});

test('a late event loop sheds a share of the requests with 503 and Retry-After, probes never, and none when it recovered', async () => {
  const { address, isOneShed, close } = await serve();
  try {
    assert.equal(await isOneShed(5), false);
    // Turns of 750 ms exceed the bound of 300 ms: less than half of the requests is admitted at first, and fewer while the delay lasts.
    const stop = delayLoop(750);
    await until('one request is shed', () => isOneShed(20));
    assert.equal((await fetch(`${address}/livez`)).status, 200);
    stop();
    await until('it recovers', async () => !(await isOneShed(20)));
  } finally {
    await close();
  }
});
