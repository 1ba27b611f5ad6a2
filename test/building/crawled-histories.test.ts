import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { folder } from '../fixtures/folder.ts';
import { CrawledHistory } from './crawled-histories.ts';
import { night } from '../fetching/crawled-nights.ts';

test('whatever becomes of a crawl and of what it crawls, no company is lost, none is there twice, and none is old without an alarm', async (t) => {
  const at = folder(t);
  await fc.assert(
    fc.asyncProperty(fc.array(night, { minLength: 4, maxLength: 10 }), async (nights) => {
      const history = new CrawledHistory(mkdtempSync(join(at, 'history-')));
      for (const one of nights) await history.live(one);
      await history.settle();
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
