/** A publisher is killed before each of its calls. Readers must find a valid publication each time. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../test/fixtures/folder.ts';
import { buildLines, mills } from '../../test/searching/generations.ts';
import { createKey } from './keys.ts';
import { KilledPublishes } from './killed-publishes-fixture.ts';

test('a publisher that is killed at any call leaves a sound publication, and the next one finishes', async (t) => {
  const directory = folder(t);
  const files: string[] = [];
  for (const n of [0, 1, 2]) files.push(await buildLines(directory, `${n}.snapshot`, mills(n, 20 + n)));
  const key = await createKey(join(directory, 'key'));
  const outcomes = await new KilledPublishes(directory, files, key).killAt(() => true);
  assert.ok(outcomes.length >= 10, `${outcomes.length} calls`);
  assert.deepEqual(outcomes, outcomes.toSorted().toReversed());
  assert.deepEqual(new Set(outcomes), new Set(['old', 'new']));
});
