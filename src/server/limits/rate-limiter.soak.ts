/**
 * Measures how long the rate limiter stops the event loop while it remembers and forgets many clients. Figures:
 * bench/results/rate-limiter.txt.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RATE_LIMIT } from '../../contract/index.ts';
import { TokenBuckets } from './rate-limiter.ts';

/** Maximum pause of the event loop. */
const STOP_MS_MAX = 5;
/** Number of requests in one turn of the event loop: as many as busy connections bring. */
const A_TURN = 100;
const TURNS = 12_000;
/** Number of times that each turn is timed. The fastest time counts, because other work of the machine delays another turn each time. */
const REPETITIONS = 7;

interface Outcome {
  readonly meanMicroseconds: number;
  readonly worstTurnMs: number;
  /** The worst delay of the event loop in the fastest repetition, including delays by other work of the machine. */
  readonly delayMs: number;
  readonly remembered: number;
}

/** Sends requests of all clients in turn, each once a minute, so that full buckets are replaced all the time. */
async function measure(clients: number): Promise<Outcome> {
  const names = Array.from({ length: clients }, (_, n) => `10.${n >>> 16}.${(n >>> 8) & 255}.${n & 255}`);
  const turns = new Float64Array(TURNS).fill(Infinity);
  let delayMs = Infinity;
  let remembered = 0;
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    let nowMs = 0;
    const limiter = new TokenBuckets(() => nowMs);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (let turn = 0; turn < TURNS; turn++) {
      const started = performance.now();
      for (let n = turn * A_TURN; n < (turn + 1) * A_TURN; n++)
        limiter.take(names[n % clients] ?? '', RATE_LIMIT.requests);
      turns[turn] = Math.min(turns[turn] ?? Infinity, performance.now() - started);
      nowMs += (60_000 * A_TURN) / clients;
      await nextTurn();
    }
    delay.disable();
    delayMs = Math.min(delayMs, Math.max(0, delay.max / 1e6 - 1));
    remembered = limiter.size;
  }
  const meanMicroseconds = (turns.reduce((sum, ms) => sum + ms) * 1000) / (TURNS * A_TURN);
  return { meanMicroseconds, worstTurnMs: Math.max(...turns), delayMs, remembered };
}

test(`forgetting clients stops the event loop for less than ${STOP_MS_MAX} ms, however many there are`, async () => {
  const lines: string[] = [];
  for (const clients of [10_000, 100_000, 1_000_000]) {
    const { meanMicroseconds, worstTurnMs, delayMs, remembered } = await measure(clients);
    assert.ok(worstTurnMs < STOP_MS_MAX, `${clients} clients: a turn took ${worstTurnMs} ms`);
    const figures = [meanMicroseconds.toFixed(2), worstTurnMs.toFixed(2), delayMs.toFixed(2), remembered];
    lines.push([clients, ...figures].map((figure) => String(figure).padStart(12)).join(''));
  }
  const head = ['clients', 'µs/request', 'turn, ms', 'delay, ms', 'remembered'];
  const report = [
    `the rate limiter, ${TURNS} turns of ${A_TURN} requests for each number of clients, ${new Date().toISOString().slice(0, 10)}`,
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}, load average ${(loadavg()[0] ?? 0).toFixed(1)}`,
    `the worst turn, each timed ${REPETITIONS} times, the fastest counts; the worst delay of the event loop, of the fastest repetition`,
    '',
    head.map((name) => name.padStart(12)).join(''),
    ...lines,
    '',
  ].join('\n');
  process.stdout.write(report);
  writeFileSync(join(import.meta.dirname, '..', '..', '..', 'bench', 'results', 'rate-limiter.txt'), report);
});
