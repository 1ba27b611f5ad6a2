import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killedCrawl } from './killed-crawl-fixture.ts';

/** Maximum memory of a crawling process, in KiB. Within seconds it takes 330 MiB, mostly uncollected garbage, and then no more. */
const RSS_KB_MAX = 400 * 1024;

test('a crawl that is killed twenty times stores the same responses as an undisturbed one', async (t) => {
  await killedCrawl(t, { top: 20_000, kills: 20 });
});

test('a crawl of 1.1 million companies at full speed takes bounded memory', async (t) => {
  const started = performance.now();
  const { rss, status } = await killedCrawl(t, { top: 550_000, kills: 0, gatherMs: 30_000 });
  const seconds = (performance.now() - started) / 1000;
  const bytes = status.files.reduce((sum, file) => sum + file.bytes, 0);
  t.diagnostic(`${status.asked} requests in ${seconds.toFixed(0)} s, ${(status.asked / seconds).toFixed(0)} a second`);
  t.diagnostic(`${(rss / 1024).toFixed(0)} MiB of memory at most, ${(bytes / 1e6).toFixed(0)} MB of responses`);
  assert.ok(rss < RSS_KB_MAX, `${rss} KiB`);
});
