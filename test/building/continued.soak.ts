/** Many random histories: builds that continue a snapshot give what full builds give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHistory } from './histories.ts';

const HISTORIES = 1000;
const NIGHTS = 6;
/** Some histories are of many companies. */
const ONE_IN = 20;
const MORE_COMPANIES = 600;

test('in a thousand random histories, builds that continue a snapshot give what full builds give', async () => {
  const seed = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);
  const sums = { continued: 0, kept: 0 };
  for (let history = 0; history < HISTORIES; history++) {
    const more = history % ONE_IN === 0 ? MORE_COMPANIES : 0;
    const { continued, kept } = await checkHistory(seed + history, NIGHTS, more).catch((error: unknown) => {
      throw new Error(`seed ${seed + history}, ${more} more companies`, { cause: error });
    });
    sums.continued += continued;
    sums.kept += kept;
  }
  assert.ok(sums.continued > HISTORIES, `seed ${seed}: most builds continue`);
  process.stdout.write(`seed ${seed}: ${sums.continued} builds continued, ${sums.kept} companies taken over\n`);
});
