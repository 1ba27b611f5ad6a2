import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folder } from '../fixtures/folder.ts';
import { KilledRefreshes } from './killed-refreshes.ts';

test('a killed refresh leaves a valid folder, the service continues, and the next refresh succeeds', async (t) => {
  const refreshes = await KilledRefreshes.prepare(folder(t), 200);
  t.after(() => refreshes.kill());
  const calls = refreshes.calls();
  const isNaming = (call: string): boolean => call.startsWith('renameSync');
  const buildBegins = calls.findIndex((call) => call.includes('.building-')) + 1;
  const snapshotIsNamed = calls.findIndex((call) => isNaming(call) && call.endsWith('/snapshot')) + 1;
  const changesAreNamed = calls.findIndex((call) => isNaming(call) && call.endsWith('.pending')) + 1;
  // The record of the snapshot's inputs gets its name last.
  const recordIsNamed = calls.findLastIndex(isNaming) + 1;
  const left = [];
  for (const call of [buildBegins, snapshotIsNamed, snapshotIsNamed + 1, changesAreNamed, recordIsNamed])
    left.push(await refreshes.killAt(call));
  assert.deepEqual(left, ['old', 'old', 'new', 'new', 'new']);
  await refreshes.end();
});
