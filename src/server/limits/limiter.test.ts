import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import fc from 'fast-check';
import { InputError } from '../../model/index.ts';
import { MemoryLimiter, RETRY_AFTER_SECONDS } from './limiter.ts';
import { SharedLimiter } from './shared-limiter.ts';

const directory = mkdtempSync(join(tmpdir(), 'openfirma-limiter-'));
const opened: SharedLimiter[] = [];
after(async () => {
  await Promise.all(opened.map((limiter) => limiter.close()));
  rmSync(directory, { recursive: true });
});

interface Kind {
  readonly name: string;
  readonly open: (nowMs: () => number, clientsMax?: number) => MemoryLimiter | SharedLimiter;
}
const KINDS: readonly Kind[] = [
  { name: 'in memory', open: (nowMs, clientsMax) => new MemoryLimiter(nowMs, clientsMax) },
  {
    name: 'shared',
    open: (nowMs, clientsMax) => {
      const limiter = new SharedLimiter(join(directory, String(opened.length)), nowMs, clientsMax);
      opened.push(limiter);
      return limiter;
    },
  },
];

/** How many of so many requests at one moment pass. */
function passed(left: readonly number[]): number {
  return left.filter((tokens) => tokens >= 0).length;
}

for (const { name, open } of KINDS) {
  suite(`A limiter ${name}`, () => {
    /** A limiter whose clock the test moves. */
    function limiterAt(startMs: number, clientsMax?: number) {
      const clock = { ms: startMs };
      const limiter = open(() => clock.ms, clientsMax);
      const takeMany = (client: string, times: number): number[] =>
        Array.from({ length: times }, () => limiter.take(client));
      return { clock, limiter, takeMany };
    }

    test('60 requests pass at once and count down to none, the 61st does not', () => {
      const { takeMany } = limiterAt(0);
      const countdown = Array.from({ length: 60 }, (_, i) => 59 - i);
      assert.deepEqual(takeMany('a', 61), [...countdown, -1]);
    });

    for (const [claim, afterMs, want] of [
      ['nothing comes back within a millisecond less than a second', 999, 0],
      ['one request comes back after one second', 1000, 1],
      ['no second one before two seconds', 1999, 1],
      ['thirty come back after half a minute', 30_000, 30],
      ['a minute refills the bucket', 60_000, 60],
      ['a silence of a day fills no more than the bucket', 86_400_000, 60],
    ] as const) {
      test(`after 60 requests at once, ${claim}`, () => {
        const { clock, takeMany } = limiterAt(5000);
        takeMany('a', 60);
        clock.ms += afterMs;
        assert.equal(passed(takeMany('a', 100)), want);
      });
    }

    test('one request a second passes for ever, even with an empty bucket', () => {
      const { clock, limiter, takeMany } = limiterAt(0);
      takeMany('a', 60);
      for (let second = 0; second < 300; second++) {
        clock.ms += 1000;
        assert.equal(limiter.take('a'), 0);
      }
    });

    test('refused requests cost nothing', () => {
      const { clock, takeMany } = limiterAt(0);
      takeMany('a', 60);
      assert.equal(passed(takeMany('a', 10_000)), 0);
      clock.ms += 1000;
      assert.equal(passed(takeMany('a', 2)), 1);
    });

    test('two clients have an allowance each', () => {
      const { limiter, takeMany } = limiterAt(0);
      takeMany('a', 61);
      assert.equal(limiter.take('b'), 59);
      assert.equal(limiter.take('a'), -1);
    });

    test('at any fraction of a millisecond the bucket holds exactly 60, and one more after the wait announced', () => {
      // A monotonic clock counts in fractions, which additions round: from minutes to months of them.
      const startMs = fc.tuple(fc.nat(1e9), fc.constantFrom(1e3, 1e2, 0.1)).map(([ticks, perMs]) => ticks / perMs);
      const { clock, takeMany } = limiterAt(0);
      let run = 0;
      fc.assert(
        fc.property(startMs, (ms) => {
          const client = `client ${run++}`;
          clock.ms = ms;
          assert.equal(passed(takeMany(client, 61)), 60);
          clock.ms += RETRY_AFTER_SECONDS * 1000;
          assert.equal(passed(takeMany(client, 2)), 1);
        }),
        { numRuns: 1000 },
      );
    });

    test('the number of clients remembered stays bounded', () => {
      const { clock, limiter } = limiterAt(0, 100);
      for (let client = 0; client < 5000; client++) {
        clock.ms += 1;
        assert.equal(limiter.take(`client ${client}`), 59);
        assert.ok(limiter.size <= 100, `${limiter.size} clients are remembered`);
      }
    });

    test('a client that is known takes no room at the bound', () => {
      const { limiter } = limiterAt(0, 2);
      limiter.take('a');
      limiter.take('b');
      limiter.take('a');
      assert.equal(limiter.size, 2);
    });

    test('at the bound the drained clients stay drained, and the full ones are forgotten', () => {
      const { clock, limiter, takeMany } = limiterAt(0, 100);
      const drained = Array.from({ length: 40 }, (_, i) => `drained ${i}`);
      for (const client of drained) takeMany(client, 60);
      for (let client = 0; client < 1000; client++) {
        clock.ms += 0.5;
        limiter.take(`passing ${client}`);
      }
      assert.deepEqual(
        drained.filter((client) => limiter.take(client) !== -1),
        [],
      );
    });

    test('a client forgotten with a full bucket finds a full bucket again', () => {
      const { clock, limiter } = limiterAt(0, 2);
      limiter.take('a');
      clock.ms += 1000;
      limiter.take('b');
      limiter.take('c');
      assert.equal(limiter.size, 2);
      assert.equal(limiter.take('a'), 59);
    });

    test('a limiter that may remember one client only still counts', () => {
      const { limiter, takeMany } = limiterAt(0, 1);
      assert.equal(passed(takeMany('a', 61)), 60);
      assert.equal(limiter.take('b'), 59);
      assert.equal(limiter.size, 1);
    });
  });
}

test('what a shared limiter has reserved is all it ever takes, whatever the number of clients', () => {
  const path = join(directory, 'reserved');
  const limiter = new SharedLimiter(path, () => 0);
  opened.push(limiter);
  limiter.reserve();
  const { size } = statSync(path);
  for (let i = 0; i < 120_000; i++) {
    const client = `${(i * 0x9e37).toString(16)}:2001:db8:ffff`;
    assert.equal(limiter.take(client), 59);
  }
  assert.ok(limiter.size <= 100_000);
  assert.equal(statSync(path).size, size);
});

test('a shared limiter that cannot reserve its room says so in one line', () => {
  const path = join(directory, 'removed');
  const limiter = new SharedLimiter(path, () => 0);
  opened.push(limiter);
  rmSync(path);
  assert.throws(
    () => limiter.reserve(),
    (error) => error instanceof InputError && /^Cannot reserve \d+ bytes .*removed": .*TMPDIR/.test(error.message),
  );
});
