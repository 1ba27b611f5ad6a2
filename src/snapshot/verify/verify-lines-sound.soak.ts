import { test } from 'node:test';
import fc from 'fast-check';
import { folder } from '../../../test/fixtures/folder.ts';
import { soundSnapshotsPass } from '../../../test/building/sound-snapshots.ts';

const TIME_MS = 120_000;

// A false alarm would stop a nightly build.
test('a sound snapshot passes, for two minutes of random lines', async (t) => {
  const bounds = { numRuns: 1_000_000, interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: false };
  await fc.assert(soundSnapshotsPass(folder(t)), bounds);
});
