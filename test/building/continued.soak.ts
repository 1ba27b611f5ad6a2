/** Many random histories: builds that continue a snapshot give what full builds give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHistory } from './histories.ts';

const HISTORIES = 1000;
const NIGHTS = 6;

test('in a thousand random histories, builds that continue a snapshot give what full builds give', async () => {
  const seed = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);
  const sums = { continued: 0, kept: 0 };
  for (let history = 0; history < HISTORIES; history++) {
    const { continued, kept } = await checkHistory(seed + history, NIGHTS);
    sums.continued += continued;
    sums.kept += kept;
  }
  assert.ok(sums.continued > HISTORIES, `seed ${seed}: most builds continue`);
  process.stdout.write(`seed ${seed}: ${sums.continued} builds continued, ${sums.kept} companies taken over\n`);
});
