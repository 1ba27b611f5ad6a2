import { test } from 'node:test';
import fc from 'fast-check';
import { folder } from '../../../test/fixtures/folder.ts';
import { soundSnapshotsPass } from '../../../test/building/sound-snapshots.ts';

test('a sound snapshot passes, whatever lines went in, and whatever was published before', async (t) => {
  await fc.assert(soundSnapshotsPass(folder(t)), { numRuns: 20 });
});
