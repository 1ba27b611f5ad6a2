/**
 * `openfirma refresh` is killed (SIGKILL) at random moments and at every call that names a file, while a service over its snapshot receives
 * requests all the time. The figures go to bench/results/refresh-faults.txt.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../fixtures/folder.ts';
import { KilledRefreshes } from './killed-refreshes.ts';
import { randomFrom } from '../fixtures/random.ts';

const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);
const MOMENTS = 100;
const MILLS_COUNT = 300;

test(`a refresh is killed at ${MOMENTS} random moments, and whenever it gives a name`, async (t) => {
  const random = randomFrom(SEED);
  const refreshes = await KilledRefreshes.prepare(folder(t), MILLS_COUNT);
  t.after(() => refreshes.kill());
  const calls = refreshes.calls();
  const naming = [...calls.entries()].filter(([, call]) => /^(?:linkSync|renameSync) /.test(call));
  const named = { old: 0, new: 0 };
  for (const [call] of naming) named[await refreshes.killAt(call + 1)]++;
  // Kills after the last call that names a file.
  named[await refreshes.killAt(calls.length)]++;
  const counts = { old: 0, new: 0, ended: 0 };
  while (counts.old + counts.new < MOMENTS) {
    // Half of the kills fall into the last quarter of a refresh, when the file is verified and files get their names.
    const moment = random() < 0.5 ? 3 / 4 + random() / 4 : random();
    counts[(await refreshes.killAfter(moment)) ?? 'ended']++;
    assert.ok(counts.ended < 5 * MOMENTS, 'most refreshes are slower than the moment');
  }
  await refreshes.end();
  const report = [
    `refreshes under faults, ${new Date().toISOString().slice(0, 10)}`,
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; seed ${SEED}`,
    'a refresh imports a register and builds a snapshot that continues the previous one;',
    'after each kill both snapshots and the lines are sound, and the next refresh succeeds and leaves nothing else',
    '',
    `killed before each of ${naming.length} calls that give a name, and after the last:`,
    `  ${naming.length + 1} kills, ${named.old} left the old snapshot, ${named.new} the new one; all recovered`,
    'killed at random moments of its whole length:',
    `  ${MOMENTS} kills, ${counts.old} left the old snapshot, ${counts.new} the new one; ${counts.ended} more refreshes were faster; all recovered`,
    'a service over the snapshot, asked meanwhile:',
    `  ${refreshes.asked} requests, ${refreshes.failures.length} failed; every response was of one refresh`,
    '',
  ].join('\n');
  process.stdout.write(report);
  writeFileSync(join(import.meta.dirname, '..', '..', 'bench', 'results', 'refresh-faults.txt'), report);
  assert.ok(named.old > 0 && named.new > 0);
});
