/** A thread that follows a publication for all workers, so that checks do not block them. */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { readPublicKeys } from '../keys.ts';
import { Follower, type Followed } from '../follow.ts';

export interface FollowOrder {
  readonly address: string;
  /** The value of `SNAPSHOT_KEYS`. */
  readonly keys: string;
  readonly path: string;
  readonly pollSeconds: number;
  readonly previousSeconds: number;
}

/** A message of the thread: the result of a poll, or the reason for a retry. */
export type FollowReport = Followed | { readonly kind: 'waiting'; readonly reason: string };

/** Maximum share by which a pause is extended, so that followers that start at the same time poll at different times. */
const SPREAD = 0.1;

function send(report: FollowReport): void {
  parentPort?.postMessage(report);
}

async function follow(order: FollowOrder): Promise<void> {
  const stopping = new AbortController();
  let polling = new AbortController();
  parentPort?.on('message', (message: 'poll' | 'stop') => {
    if (message === 'stop') stopping.abort();
    polling.abort();
  });
  const { address, path } = order;
  await using follower = new Follower({
    address,
    path,
    keys: await readPublicKeys(order.keys),
    previousMs: order.previousSeconds * 1000,
    signal: stopping.signal,
    say: (reason) => send({ kind: 'waiting', reason }),
  });
  for (let isRetrying = false; !stopping.signal.aborted;) {
    polling = new AbortController();
    const { signal } = polling;
    const pauseMs = order.pollSeconds * 1000 * (1 + Math.random() * SPREAD);
    try {
      send(await follower.poll(isRetrying, signal));
      await wait(pauseMs, undefined, { signal });
      isRetrying = false;
    } catch (error) {
      if (!signal.aborted) throw error;
      isRetrying = true;
    }
  }
}

try {
  await follow(workerData as FollowOrder);
} catch (error) {
  // Stopping the thread aborts `follow`.
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
parentPort?.close();
