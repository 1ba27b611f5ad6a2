import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { initialsWithJoint, isJoint, joinInitials, joinPersons, replaceInitials, withoutLoneJoints } from './joints.ts';

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

suite('Initials of persons with a joint between', () => {
  for (const [words, joined, initials] of [
    ['a i b zirbelscy', 'aib zirbelscy', 'aib'],
    ['a b i c zirbelscy', 'abic zirbelscy', 'abic'],
    ['zirbel a y b', 'zirbel ayb', 'ayb'],
    ['a b zirbelscy', 'ab zirbelscy', undefined],
    ['b w e zirbel', 'bwe zirbel', undefined],
    ['i b zirbel', 'ib zirbel', undefined],
    ['a und b zirbel', 'ab zirbel', undefined],
    ['a en b zirbel', 'ab zirbel', undefined],
    ['a es zirbel', 'a es zirbel', undefined],
  ] as const)
    test(`"${words}"`, () => {
      const found = joinPersons(joinInitials(split(words))).join(' ');
      assert.deepEqual([found, initialsWithJoint(split(words))], [joined, initials]);
    });

  for (const [words, initials, others, want] of [
    ['aib zirbelscy', 'aib', 'ab zirbelscy', 'ab zirbelscy'],
    ['abic zirbelscy', 'abic', 'abc zirbelscy', 'abc zirbelscy'],
    ['aibic zirbelscy', 'aibic', 'abc zirbelscy', 'abc zirbelscy'],
    ['aib zirbelscy', 'aib', 'aib ab', 'aib zirbelscy'],
    ['aib zirbelscy', 'aib', 'ac zirbelscy', 'aib zirbelscy'],
    ['aib zirbelscy', 'aib', 'ai zirbelscy', 'aib zirbelscy'],
    ['aib zirbelscy', 'aib', 'a zirbelscy', 'aib zirbelscy'],
    ['aib zirbelscy', undefined, 'ab zirbelscy', 'aib zirbelscy'],
  ] as const)
    test(`"${words}" beside "${others}" is "${want}"`, () => {
      assert.equal(replaceInitials(split(words), initials, split(others)).join(' '), want);
    });
});
