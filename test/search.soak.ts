import { test } from 'node:test';
import fc from 'fast-check';
import { searchFindsWhatTheOracleFinds } from './searched-worlds.ts';

const TIME_MS = 120_000;

test('search finds exactly what the brute-force oracle finds, for two minutes of random worlds', async () => {
  const bounds = { numRuns: 1_000_000, interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: false };
  await fc.assert(searchFindsWhatTheOracleFinds(), bounds);
});
