import { parentPort, workerData } from 'node:worker_threads';
import { RATE_LIMIT } from '../../contract/index.ts';
import { TokenBuckets } from './rate-limiter.ts';

/** Takes tokens of random clients and counts the results, or stops for ever while it takes tokens of one client. */
export type Task =
  | {
      readonly memory: SharedArrayBuffer;
      readonly nowMs: Float64Array;
      /** How often each client was left with each number of tokens; the last number of each client counts refusals. */
      readonly seen: Int32Array;
      readonly clients: number;
      readonly times: number;
    }
  | { readonly memory: SharedArrayBuffer; readonly client: string };

function stopForEver(): number {
  parentPort?.postMessage('counting');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return 0;
}

const task = workerData as Task;
if ('client' in task) {
  new TokenBuckets(stopForEver, task.memory).take(task.client, RATE_LIMIT.requests);
} else {
  const { memory, nowMs, seen, clients, times } = task;
  const { requests } = RATE_LIMIT;
  const limiter = new TokenBuckets(() => nowMs[0] ?? 0, memory);
  for (let i = 0; i < times; i++) {
    const client = Math.floor(Math.random() * clients);
    const left = Number(limiter.take(`10.0.0.${client}`, requests));
    Atomics.add(seen, client * (requests + 1) + (left < 0 ? requests : left), 1);
  }
}
