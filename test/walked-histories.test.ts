import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { folder } from './folder.ts';
import { WalkedHistory } from './walked-histories.ts';
import { night } from './walked-nights.ts';

test('whatever becomes of a walk and of what it walks, no company is lost, none is there twice, and none is old without an alarm', async (t) => {
  const at = folder(t);
  await fc.assert(
    fc.asyncProperty(fc.array(night, { minLength: 4, maxLength: 10 }), async (nights) => {
      const history = new WalkedHistory(mkdtempSync(join(at, 'history-')));
      for (const one of nights) await history.live(one);
      await history.settle();
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
