import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { COMPARED_CHARS_MAX, EditDistance } from './edit-distance.ts';

/** The edit distance by its definition, without a maximum. */
function simpleDistance(a: string, b: string): number {
  const known = new Map<string, number>();
  const from = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    let best = known.get(key);
    if (best !== undefined) return best;
    best = Math.min(from(i - 1, j) + 1, from(i, j - 1) + 1, from(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, from(i - 2, j - 2) + 1);
    known.set(key, best);
    return best;
  };
  return from(a.length, b.length);
}

suite('The edit distance', () => {
  const distance = new EditDistance();
  // Beside letters a character that is not ASCII; texts of more than 32 characters are compared otherwise.
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 14 }),
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 28, maxLength: 40 }),
    fc.string({ unit: fc.constantFrom('a', 'b', 'ß'), maxLength: 8 }),
  );

  test('is that of the definition, up to the bound', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 40 }), (a, b, max) => {
        assert.equal(distance.between(a, b, max), Math.min(simpleDistance(a, b), max + 1));
      }),
      { numRuns: 1000 },
    );
  });

  test('of texts of any length does not fail', () => {
    const long = 'ab'.repeat(COMPARED_CHARS_MAX);
    assert.equal(distance.between(long, `x${long.slice(1)}`, 200), 1);
    assert.equal(distance.between(long, 'x'.repeat(300), 200), COMPARED_CHARS_MAX);
  });

  for (const [a, b, alike] of [
    ['kvarnbro', 'kvarnbro', 1],
    ['kvarnbro', 'kvranbro', 7 / 8],
    ['kvarnbro', 'sjostjarna', 0],
  ] as const)
    test(`"${a}" and "${b}" are alike by ${alike}`, () => assert.equal(distance.likeness(a, b, 0.6), alike));
});
