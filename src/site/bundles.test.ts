import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SERVED, bundles } from './bundles.ts';

test('the scripts that are served are those that npm run site makes of the sources', () => {
  const made = bundles();
  assert.deepEqual(globSync('*.js', { cwd: SERVED }).toSorted(), [...made.keys()].toSorted());
  for (const [name, text] of made)
    assert.ok(readFileSync(join(SERVED, name), 'utf8') === text, `${name} is old: run npm run site`);
});
