import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { isJoint, withoutLoneJoints } from './joints.ts';

const split = (name: string): string[] => (name === '' ? [] : name.split(' '));

suite('A joint is skipped where the other name has none', () => {
  for (const [a, b, one, other] of [
    ['miesbrunn u sohne', 'miesbrunn sohne', 'miesbrunn sohne', 'miesbrunn sohne'],
    ['miesbrunn u sohne', 'miesbrunn u sohne', 'miesbrunn u sohne', 'miesbrunn u sohne'],
    ['miesbrunn u sohne bau', 'miesbrun sohne i bau', 'miesbrunn sohne bau', 'miesbrun sohne bau'],
    ['windpark i nord', 'windpark ii nord', 'windpark i nord', 'windpark ii nord'],
    ['windpark i nord', 'windpark a nord', 'windpark i nord', 'windpark a nord'],
    ['vitamin e', 'vitamin', 'vitamin e', 'vitamin'],
    ['e kvarnbro', 'kvarnbro', 'e kvarnbro', 'kvarnbro'],
    ['oue e piim transport', 'e piim transport', 'oue e piim transport', 'e piim transport'],
    ['a', 'a', 'a', 'a'],
    ['', 'a', '', 'a'],
  ] as const)
    test(`"${a}" and "${b}"`, () => {
      const [ones, others] = withoutLoneJoints(split(a), split(b));
      assert.deepEqual([ones.join(' '), others.join(' ')], [one, other]);
    });

  test('and no other word is, in any two names', () => {
    const name = fc.array(fc.constantFrom('kvarn', 'bygg', 'u', 'i', 'a', 'ii', 'en'), { maxLength: 6 });
    fc.assert(
      fc.property(name, name, (a, b) => {
        const [one, other] = withoutLoneJoints(a, b);
        for (const [before, after] of [
          [a, one],
          [b, other],
        ] as const) {
          assert.deepEqual(
            after.filter((word) => !isJoint(word)),
            before.filter((word) => !isJoint(word)),
          );
          assert.deepEqual([after[0], after.at(-1)], [before[0], before.at(-1)]);
        }
        assert.deepEqual(withoutLoneJoints(b, a), [other, one]);
      }),
    );
  });
});
