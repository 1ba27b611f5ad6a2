/** Many random histories of registers, of up to ten generations each. The figures go to bench/results/histories.txt. */
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { EVENTS, History, generation } from './histories-fixture.ts';

const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);
const TIME_MS = 150_000;

test('in many random histories, every published id remains known, names one company and is redirected in one step', async () => {
  const counts = { histories: 0, builds: 0, ids: 0 };
  const happened = new Map<string, number>(EVENTS.map((event) => [event, 0]));
  await fc.assert(
    fc.asyncProperty(fc.array(generation, { minLength: 10, maxLength: 10 }), async (generations) => {
      const history = new History();
      for (const happenings of generations) await history.live(happenings);
      counts.histories++;
      counts.builds += generations.length;
      counts.ids += history.idsFollowed;
      for (const [event, count] of history.happened) happened.set(event, (happened.get(event) ?? 0) + count);
    }),
    { seed: SEED, numRuns: 1_000_000, interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: false },
  );
  const report = [
    `histories of registers, ${new Date().toISOString().slice(0, 10)}`,
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; seed ${SEED}`,
    'after each build every id that was ever published is known, names one company and leads on in one step',
    '',
    `histories     ${counts.histories}, of ten generations each`,
    `builds        ${counts.builds}`,
    `ids followed  ${counts.ids}`,
    `what happened ${[...happened].map(([event, count]) => `${event} ${count}`).join(', ')}`,
    '',
  ].join('\n');
  process.stdout.write(report);
  writeFileSync(join(import.meta.dirname, '..', '..', 'bench', 'results', 'histories.txt'), report);
});
