import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestWords } from './nearest.ts';

const WORDS = ['fi-prh', 'no-brreg', 'match', 'max_rejects', 'sole_traders', 'old_officers'];

for (const [typed, ...want] of [
  ['matsch', 'match'],
  ['MATCH', 'match'],
  ['fi-phr', 'fi-prh'],
  ['max-rejects', 'max_rejects'],
  ['officers', 'old_officers'],
  ['walnut'],
  [''],
] as const) {
  test(`near ${JSON.stringify(typed)} lies ${want.join(', ') || 'no known word'}`, () => {
    assert.deepEqual(nearestWords(typed, WORDS), want);
  });
}
