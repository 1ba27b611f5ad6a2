import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { rateLimited } from './policies.ts';
import { CLIENT_CHARS_MAX, TokenBuckets, rateLimitMemory, retryAfterSeconds } from './rate-limiter.ts';
import { RATE_LIMIT } from '../../contract/index.ts';
import type { Task } from './rate-limiter-thread-fixture.ts';

const TOKENS = RATE_LIMIT.requests;
/** Number of possible results: a client is left with some number of tokens, or refused. */
const ANSWERS = TOKENS + 1;

/** Returns the number of requests that pass at one moment. */
function passed(left: readonly number[]): number {
  return left.filter((tokens) => tokens >= 0).length;
}

/** Makes a limiter whose clock the test moves. */
function limiterAt(startMs: number, clientsMax?: number) {
  const clock = { ms: startMs };
  const limiter = new TokenBuckets(() => clock.ms, rateLimitMemory(clientsMax));
  const takeMany = (client: string, times: number): number[] =>
    Array.from({ length: times }, () => Number(limiter.take(client, TOKENS)));
  return { clock, limiter, takeMany };
}

test('60 requests pass at once, and the 61st does not', () => {
  const { takeMany } = limiterAt(0);
  const countdown = Array.from({ length: 60 }, (_, i) => 59 - i);
  assert.deepEqual(takeMany('a', 61), [...countdown, -1]);
});

for (const tokens of [1, 7, 11, 60, 997, 6000, 10_000]) {
  test(`${tokens} requests pass at once with a limit of ${tokens}, also after a month`, () => {
    for (const startMs of [0, 12_345, 30 * 86_400_000]) {
      const { limiter } = limiterAt(startMs, 64);
      const left = Array.from({ length: tokens + 1 }, () => Number(limiter.take('a', tokens)));
      assert.equal(passed(left), tokens);
    }
  });
}

for (const [claim, afterMs, want] of [
  ['nothing comes back within a millisecond less than a second', 999, 0],
  ['one request comes back after one second', 1000, 1],
  ['no second one before two seconds', 1999, 1],
  ['thirty come back after half a minute', 30_000, 30],
  ['a minute refills the bucket', 60_000, 60],
  ['an idle day fills no more than the bucket', 86_400_000, 60],
] as const) {
  test(`after 60 requests at once, ${claim}`, () => {
    const { clock, takeMany } = limiterAt(5000);
    takeMany('a', 60);
    clock.ms += afterMs;
    assert.equal(passed(takeMany('a', 100)), want);
  });
}

test('one request a second always passes, even with an empty bucket', () => {
  const { clock, limiter, takeMany } = limiterAt(0);
  takeMany('a', 60);
  for (let second = 0; second < 300; second++) {
    clock.ms += 1000;
    assert.equal(limiter.take('a', TOKENS), 0);
  }
});

test('refused requests cost nothing', () => {
  const { clock, takeMany } = limiterAt(0);
  takeMany('a', 60);
  assert.equal(passed(takeMany('a', 10_000)), 0);
  clock.ms += 1000;
  assert.equal(passed(takeMany('a', 2)), 1);
});

for (const [tokens, taken, cost] of [
  [60, 60, 60],
  [60, 1, 60],
  [60, 45, 30],
  [7, 5, 4],
  [1500, 1490, 150],
] as const)
  test(`a request of ${cost} with too few of ${tokens} tokens takes none, and passes after Retry-After`, () => {
    const { clock, limiter } = limiterAt(0);
    limiter.take('a', tokens, taken);
    const missing = cost - (tokens - taken);
    assert.equal(limiter.take('a', tokens, cost), -missing);
    assert.equal(limiter.take('a', tokens, cost), -missing);
    const seconds = retryAfterSeconds(tokens, missing);
    clock.ms += (seconds - 1) * 1000;
    assert.ok(Number(limiter.take('a', tokens, cost)) < 0, 'not a second sooner');
    clock.ms += 1000;
    assert.ok(Number(limiter.take('a', tokens, cost)) >= 0);
  });

test('a cost above the size of the bucket throws', () => {
  const { limiter } = limiterAt(0);
  assert.throws(() => limiter.take('a', TOKENS, TOKENS + 1), /Cannot take 61 tokens of 60/);
});

test('two clients have separate limits', () => {
  const { limiter, takeMany } = limiterAt(0);
  takeMany('a', 61);
  assert.equal(limiter.take('b', TOKENS), 59);
  assert.equal(limiter.take('a', TOKENS), -1);
});

test('at any fraction of a millisecond the bucket has exactly 60 tokens, and one more after Retry-After', () => {
  // A monotonic clock has fractions of milliseconds, which additions round. The start times range from minutes to months.
  const startMs = fc.tuple(fc.nat(1e9), fc.constantFrom(1e3, 1e2, 0.1)).map(([ticks, perMs]) => ticks / perMs);
  const { clock, takeMany } = limiterAt(0);
  let run = 0;
  fc.assert(
    fc.property(startMs, (ms) => {
      const client = `client ${run++}`;
      clock.ms = ms;
      assert.equal(passed(takeMany(client, 61)), 60);
      clock.ms += retryAfterSeconds(TOKENS) * 1000;
      assert.equal(passed(takeMany(client, 2)), 1);
    }),
    { numRuns: 1000 },
  );
});

for (const tokens of [7, 45, 60, 90, 600]) {
  test(`one more request of ${tokens} a minute passes after Retry-After`, () => {
    const { clock, limiter } = limiterAt(0);
    while (Number(limiter.take('a', tokens)) > 0);
    assert.equal(limiter.take('a', tokens), -1);
    clock.ms += retryAfterSeconds(tokens) * 1000;
    assert.ok(Number(limiter.take('a', tokens)) >= 0);
    // A second less would be too early, if the wait is longer than one second.
    assert.ok((retryAfterSeconds(tokens) - 1) * tokens < RATE_LIMIT.windowSeconds);
  });
}

for (const [requests, want] of [
  [7, /^The limit of 7 requests a minute is reached; try again in 9 s$/],
  [45, /^The limit of 45 requests a minute is reached; try again in 2 s$/],
  [600, /^The limit of 600 requests a minute is reached; try again in 1 s$/],
] as const) {
  test(`the problem of ${requests} requests a minute has the right Retry-After`, () => {
    assert.match(rateLimited({ requests, counted: 'requests a minute' }).message, want);
  });
}

test('the number of clients in memory is bounded', () => {
  const { clock, limiter } = limiterAt(0, 100);
  for (let client = 0; client < 5000; client++) {
    clock.ms += 1;
    assert.equal(limiter.take(`client ${client}`, TOKENS), 59);
    assert.ok(limiter.size <= 100, `${limiter.size} clients are remembered`);
  }
});

test('a known client takes no other entry at the bound', () => {
  const { limiter } = limiterAt(0, 2);
  limiter.take('a', TOKENS);
  limiter.take('b', TOKENS);
  limiter.take('a', TOKENS);
  assert.equal(limiter.size, 2);
});

test('at the bound clients with full buckets are forgotten, and those with empty buckets are not', () => {
  const { clock, limiter, takeMany } = limiterAt(0, 100);
  const drained = Array.from({ length: 40 }, (_, i) => `drained ${i}`);
  for (const client of drained) takeMany(client, 60);
  for (let client = 0; client < 1000; client++) {
    clock.ms += 0.5;
    limiter.take(`passing ${client}`, TOKENS);
  }
  assert.deepEqual(
    drained.filter((client) => limiter.take(client, TOKENS) !== -1),
    [],
  );
});

test('a forgotten client with a full bucket has a full bucket again', () => {
  const { clock, limiter } = limiterAt(0, 2);
  limiter.take('a', TOKENS);
  clock.ms += 1000;
  limiter.take('b', TOKENS);
  limiter.take('c', TOKENS);
  assert.equal(limiter.size, 2);
  assert.equal(limiter.take('a', TOKENS), 59);
});

test('a limiter with memory for one client counts', () => {
  const { limiter, takeMany } = limiterAt(0, 1);
  assert.equal(passed(takeMany('a', 61)), 60);
  assert.equal(limiter.take('b', TOKENS), 59);
  assert.equal(limiter.size, 1);
});

test('it counts like an unbounded table of buckets, for any names of clients', () => {
  const client = fc.oneof(
    fc.nat(40).map((n) => `10.0.0.${n}`),
    fc.constantFrom('', 'unknown', 'p unknown', 'x'.repeat(CLIENT_CHARS_MAX)),
  );
  const step = fc.record({
    client,
    times: fc.integer({ min: 1, max: 70 }),
    cost: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: TOKENS })),
    thenMs: fc.nat(20_000),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { clock, limiter } = limiterAt(0);
      const fullAtMs = new Map<string, number>();
      for (const { client: name, times, cost, thenMs } of steps) {
        for (let i = 0; i < times; i++) {
          const fullAt = Math.max(clock.ms, fullAtMs.get(name) ?? 0) + cost * 1000;
          const left = Math.floor((60_000 - (fullAt - clock.ms)) / 1000);
          if (left >= 0) fullAtMs.set(name, fullAt);
          assert.equal(limiter.take(name, TOKENS, cost), left);
        }
        clock.ms += thenMs;
      }
    }),
  );
});

test('it has at most a hundred thousand clients in memory, and most of a hundred thousand', () => {
  const { limiter } = limiterAt(0);
  for (let i = 0; i < 120_000; i++)
    assert.equal(limiter.take(`${(i * 0x9e37).toString(16)}:2001:db8:ffff`, TOKENS), 59);
  assert.ok(limiter.size > 90_000 && limiter.size <= 100_000, `${limiter.size} clients are remembered`);
});

test('a client with too long a text throws, and the next one is counted', () => {
  const { limiter } = limiterAt(0);
  assert.throws(() => limiter.take('x'.repeat(CLIENT_CHARS_MAX + 1), TOKENS), /too long/);
  assert.equal(limiter.take('x'.repeat(CLIENT_CHARS_MAX), TOKENS), 59);
});

/** Runs one task in several threads at once, each with its own limiter over the same memory. */
async function inThreads(count: number, task: Task): Promise<void> {
  const ends = Array.from({ length: count }, () => {
    const thread = startThread(task);
    return new Promise((resolve, reject) => thread.once('exit', resolve).once('error', reject));
  });
  await Promise.all(ends);
}

function startThread(task: Task): Worker {
  return new Worker(new URL('./rate-limiter-thread-fixture.ts', import.meta.url), { workerData: task });
}

test('60 requests of one client pass over all threads, each with a different number of tokens left', async () => {
  const clients = 8;
  const memory = rateLimitMemory();
  const nowMs = new Float64Array(new SharedArrayBuffer(8));
  // One more bucket for each second that the clock advances.
  for (const [seconds, tokens] of [
    [0, 60],
    [7, 7],
    [100, 60],
  ] as const) {
    nowMs[0] = (nowMs[0] ?? 0) + seconds * 1000;
    const seen = new Int32Array(new SharedArrayBuffer(clients * ANSWERS * 4));
    await inThreads(4, { memory, nowMs, seen, clients, times: 4000 });
    for (let client = 0; client < clients; client++) {
      const answers = [...seen.subarray(client * ANSWERS, (client + 1) * ANSWERS)];
      const refused = answers.pop() ?? 0;
      assert.deepEqual(answers, [...Array<number>(tokens).fill(1), ...Array<number>(60 - tokens).fill(0)]);
      assert.ok(refused > 0);
    }
  }
});

test('threads with too many clients keep to the bound, and return only possible values', async () => {
  const clients = 1000;
  const memory = rateLimitMemory(64);
  const nowMs = new Float64Array(new SharedArrayBuffer(8));
  const seen = new Int32Array(new SharedArrayBuffer(clients * ANSWERS * 4));
  await inThreads(4, { memory, nowMs, seen, clients, times: 50_000 });
  assert.equal(new TokenBuckets(() => 0, memory).size, 64);
  assert.equal(
    seen.reduce((sum, one) => sum + one),
    4 * 50_000,
  );
});

test('the lock of a thread that ended is taken by another, and only its request is lost', async () => {
  const memory = rateLimitMemory();
  const limiter = new TokenBuckets(() => 0, memory);
  assert.equal(limiter.take('a', TOKENS), 59);
  const thread = startThread({ memory, client: 'a' });
  await new Promise((resolve) => thread.once('message', resolve));
  await thread.terminate();
  assert.equal(limiter.take('a', TOKENS), 58);
  assert.equal(limiter.take('a', TOKENS), 57);
});
