import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { UNLIKE } from './compare-names.ts';
import { formatReason, rank, type Evidence } from './score.ts';

const SAME = { ...UNLIKE, words: 1, letters: 1, same: 1, shared: 2, rarest: 1 } as const;
const evidence = (more: Partial<Evidence>): Evidence => ({ likeness: SAME, isFurtherName: false, country: 0, number: 0, status: 0, ...more }); // prettier-ignore

suite('The reason of a score', () => {
  for (const [reason, companies] of [
    ['same name', [{}]],
    ['same name, same legal form, requested country', [{ likeness: { ...SAME, form: 1 }, country: 1 }]],
    ['same former or further name', [{ isFurtherName: true }]],
    [
      'similar name, 2 different letters, another legal form, another country',
      [{ likeness: { ...SAME, same: 0, mistakes: 2, form: -1 }, country: -1 }],
    ],
    [
      'similar name, 1 replaced word, 1 additional word',
      [{ likeness: { ...SAME, same: 0, instead: 1, extra: 2, missing: 1 } }],
    ],
    ['same number', [{ likeness: UNLIKE, number: 1 }]],
    ['another number, same name', [{ number: -1 }]],
    ['same name, other companies are likely too', [{}, {}]],
    ['same number, same name', [{ number: 1 }, {}, {}]],
  ] as const satisfies readonly (readonly [string, readonly Partial<Evidence>[]])[])
    test(reason, () => {
      const [best] = rank(companies.map(evidence));
      assert.equal(best && formatReason(best.features), reason);
    });
});
