/** Many random histories of a crawled register. The figures go to bench/results/walked-histories.txt. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { folder } from '../fixtures/folder.ts';
import { CrawledHistory } from './crawled-histories.ts';
import { night } from '../fetching/crawled-nights.ts';

const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);
const TIME_MS = 150_000;

test('in many histories of crawls, breaks and changes no company is lost, none is there twice, and none is old without an alarm', async (t) => {
  const at = folder(t);
  const counts = { histories: 0, nights: 0 };
  const happened = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(night, { minLength: 8, maxLength: 20 }), async (nights) => {
      const own = mkdtempSync(join(at, 'history-'));
      const history = new CrawledHistory(own);
      for (const one of nights) await history.live(one);
      await history.settle();
      rmSync(own, { recursive: true });
      counts.histories++;
      counts.nights += nights.length;
      for (const [event, count] of history.happened) happened.set(event, (happened.get(event) ?? 0) + count);
    }),
    { seed: SEED, numRuns: 1_000_000, interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: false },
  );
  const report = [
    `histories of a crawled register, ${new Date().toISOString().slice(0, 10)}`,
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; seed ${SEED}`,
    'after each night the lines and the alarms are those of a second reckoning',
    '',
    `histories  ${counts.histories}`,
    `nights     ${counts.nights}`,
    `what happened ${[...happened].map(([event, count]) => `${event} ${count}`).join(', ')}`,
    '',
  ].join('\n');
  process.stdout.write(report);
  writeFileSync(join(import.meta.dirname, '..', '..', 'bench', 'results', 'walked-histories.txt'), report);
});
