import { test } from 'node:test';
import fc from 'fast-check';
import { orderMeansNothing } from './line-orders-fixture.ts';

const TIME_MS = 60_000;

test('within one input the order of lines does not matter, for a minute of random lines', async () => {
  const bounds = { numRuns: 1_000_000, interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: false };
  await fc.assert(orderMeansNothing(), bounds);
});
