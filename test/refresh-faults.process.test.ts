import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folder } from './folder.ts';
import { KilledRefreshes } from './killed-refreshes.ts';

test('a refresh that is killed leaves a sound folder, the service goes on, and the next one makes it good', async (t) => {
  const refreshes = await KilledRefreshes.prepare(folder(t), 200);
  t.after(() => refreshes.kill());
  const calls = refreshes.calls();
  const snapshotIsNamed = calls.findLastIndex((call) => call.startsWith('renameSync')) + 1;
  const buildBegins = calls.findIndex((call) => call.includes('.building-')) + 1;
  const left = [];
  for (const call of [buildBegins, snapshotIsNamed, snapshotIsNamed + 1]) left.push(await refreshes.killAt(call));
  assert.deepEqual(left, ['old', 'old', 'new']);
  await refreshes.end();
});
