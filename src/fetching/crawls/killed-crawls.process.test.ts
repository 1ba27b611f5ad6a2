import { test } from 'node:test';
import { killedCrawl } from './killed-crawl-fixture.ts';

test('a crawl that is killed at random moments stores the same responses as an undisturbed one', async (t) => {
  await killedCrawl(t, { top: 100, kills: 1 });
});
