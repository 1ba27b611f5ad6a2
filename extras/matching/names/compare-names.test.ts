import assert from 'node:assert/strict';
import type { NameLikeness } from '../../../src/snapshot/index.ts';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { foldName } from '../../../src/model/index.ts';
import { NameComparison } from './compare-names.ts';
import { splitName } from './name-parts.ts';
import { computeLikeness } from './score.ts';

const COMMON = new Set(['bygg', 'holding', 'nordic']);
const weightOf = (word: string): number => (COMMON.has(word) ? 0.2 : 1);

function compare(asked: string, found: string): NameLikeness {
  return new NameComparison(splitName(foldName(asked)), weightOf).with(splitName(foldName(found)), undefined);
}

suite('A name is more like the first than like the second', () => {
  for (const [asked, nearer, farther] of [
    ['Kvarnbro Bygg', 'Kvarnbro Bygg AB', 'Nordic Bygg AB'],
    ['Kvarnbro Bygg AB', 'Kvarnbro AB', 'Bygg AB'],
    ['Kvranbro', 'Kvarnbro AB', 'Kvarnholm AB'],
    ['Bygg Kvarnbro', 'Kvarnbro Bygg AB', 'Kvarnbro Holding AB'],
    ['Kvarn bro Bygg', 'Kvarnbro Bygg AB', 'Kvarn Bygg AB'],
    ['Kvarnbro AB', 'Kvarnbro Aktiebolag', 'Kvarnbro HB'],
    ['Kvarnbro 12', 'Kvarnbro 12 AB', 'Kvarnbro 13 AB'],
    ['Кварнбро', 'Kvarnbro AB', 'Kvarnholm AB'],
  ] as const)
    test(`"${asked}": "${nearer}", then "${farther}"`, () => {
      const [near, far] = [computeLikeness(compare(asked, nearer)), computeLikeness(compare(asked, farther))];
      assert.ok(near > far, `${near} is not above ${far}`);
    });
});

suite('Two names differ', () => {
  const RARITIES = new Map([['bygg', 0.2], ['byggare', 0.2], ['kvarnbro', 1], ['kvarnbru', 0.9], ['kvarnbra', 0.8]]); // prettier-ignore
  for (const [asked, found, expected] of [
    ['Kvarnbro Bygg', 'Kvarnbro Bygg AB', { mistakes: 0, extra: 0, instead: 0, shared: 1.2, rarest: 1 }],
    ['Kvranbro', 'Kvarnbro', { mistakes: 1, taken: 0, shared: 1, rarest: 1 }],
    ['Kvarnbru', 'Kvarnbro', { mistakes: 1, taken: 1 }],
    ['Kwarnbro', 'Kvarnbro', { mistakes: 0, taken: 0 }],
    ['Kvarn Bygg', 'Kvarnbro Bygg', { mistakes: 0, abbreviated: 1 }],
    ['Byggare', 'Kvarnbro Byggare', { extra: 1, instead: 0, missing: 0, shared: 0.2, rarest: 0.2 }],
    ['Kvarnbro Byggare', 'Stensund Byggare', { extra: 1, instead: 1, missing: 1, rarest: 0.2 }],
    ['Kvarnbro Bygg', 'Kvarnbro', { extra: 0, instead: 0, missing: 0.2 }],
    ['Kvarnbro Unheard', 'Kvarnbro', { missing: 0 }],
    ['Kvarnbro Kvarnbru Kvarnbra Bygg', 'Kvarnbro Kvarnbru Kvarnbra Bygg', { missing: 0, shared: 2 }],
    ['Kvarnbro 12', 'Kvarnbro 13', { instead: 1, numbers: 1 }],
    ['Kvarnbro', 'Kvarnbro & Kvarnbro', { extra: 0 }],
    ['Sol', 'Sol AB', { shared: 3 / 7, rarest: 3 / 7 }],
    ['Kvarn bro Bygg', 'Kvarnbro Bygg', { extra: 0, instead: 0, mistakes: 0, rarest: 1 }],
  ] as const)
    test(`"${asked}" and "${found}": ${JSON.stringify(expected)}`, () => {
      const comparison = new NameComparison(splitName(foldName(asked)), weightOf, (word) => RARITIES.get(word));
      const likeness = comparison.with(splitName(foldName(found)), undefined);
      assert.deepEqual({ ...likeness, ...expected }, likeness);
    });
});

suite('The likeness of any two names', () => {
  const name = fc.array(fc.constantFrom('kvarn', 'kvarnbro', 'bygg', 'holding', 'ab', '12', 'kvran'), { maxLength: 5 }).map((words) => words.join(' ')); // prettier-ignore

  test('is from 0 to 1, and the same both ways', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const [there, back] = [compare(a, b), compare(b, a)];
        for (const value of [there.words, there.letters, computeLikeness(there)])
          assert.ok(value >= 0 && value <= 1.000001);
        assert.ok(Math.abs(there.letters - back.letters) < 1e-9);
        assert.equal(there.form, back.form);
      }),
    );
  });

  test('is whole for the same words, and only then are they the same', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const [one, other] = [splitName(foldName(a)).words, splitName(foldName(b)).words];
        const { same, words } = compare(a, b);
        assert.equal(same === 1, one.length > 0 && one.join(' ') === other.join(' '));
        if (same === 1) assert.ok(Math.abs(words - 1) < 1e-9);
      }),
    );
  });
});
