import { test } from 'node:test';
import fc from 'fast-check';
import { searchFindsWhatTheOracleFinds } from './searched-worlds.ts';

test('search finds exactly what the brute-force oracle finds, in its order, over whole walks of pages', async () => {
  await fc.assert(searchFindsWhatTheOracleFinds(), { numRuns: 40 });
});
