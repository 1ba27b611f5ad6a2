import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { UNLIKE } from './compare-names.ts';
import { CONSTANT, contributions, isCertain, rank, type Evidence } from './score.ts';

const evidence = (fields: Partial<Evidence> = {}): Evidence => ({
  likeness: { ...UNLIKE, words: 0.9, letters: 0.9, shared: 1, rarest: 1 },
  isFurtherName: false,
  country: 0,
  number: 0,
  status: 0,
  ...fields,
});
const EXACT = { ...UNLIKE, words: 1, letters: 1, same: 1, form: 1, shared: 2, rarest: 1 } as const;

suite('Of two companies the likelier one', () => {
  for (const [claim, more, less] of [
    ['has the name', { likeness: EXACT }, {}],
    ['is in the country', { country: 1 }, { country: -1 }],
    ['has the number, whatever its name', { number: 1 }, { likeness: EXACT, number: -1 }],
    ['has the status', { status: 1 }, { status: -1 }],
    ['has no mistakes', {}, { likeness: { ...evidence().likeness, mistakes: 1 } }],
    ['has mistakes in words of no name', { likeness: { ...evidence().likeness, mistakes: 1 } }, { likeness: { ...evidence().likeness, mistakes: 1, taken: 1 } }], // prettier-ignore
    ['has a word too many, not one in place of another', { likeness: { ...evidence().likeness, extra: 1 } }, { likeness: { ...evidence().likeness, extra: 1, instead: 1 } }], // prettier-ignore
    ['shares a rare word', {}, { likeness: { ...evidence().likeness, rarest: 0.5 } }],
  ] as const)
    test(claim, () => {
      const [first] = rank([evidence(less), evidence(more)]);
      assert.deepEqual(first?.company, evidence(more));
    });
});

suite('A score', () => {
  test('is lower for each company that is as likely', () => {
    const single = rank([evidence({ likeness: EXACT })])[0]?.probability ?? 0;
    const among = rank([evidence({ likeness: EXACT }), evidence({ likeness: EXACT })])[0]?.probability ?? 0;
    assert.ok(single > among);
  });

  test('is certain for a single company', () => {
    assert.ok(rank([evidence({ likeness: EXACT })]).every(isCertain));
    assert.ok(!rank([evidence({ likeness: EXACT }), evidence({ likeness: EXACT })]).some(isCertain));
  });

  test('is certain by only the number, whatever the evidence of the name', () => {
    const strange = { ...UNLIKE, extra: 4, instead: 4, numbers: 1 } as const;
    for (const likeness of [UNLIKE, strange]) assert.ok(rank([evidence({ likeness, number: 1 })]).every(isCertain)); // prettier-ignore
  });

  test('is the sum of what its features add, in logits', () => {
    for (const { features, probability } of rank([evidence({ country: 1 }), evidence({ likeness: EXACT })])) {
      const logit = contributions(features).reduce((sum, { value }) => sum + value, CONSTANT);
      assert.ok(Math.abs(probability - 1 / (1 + Math.exp(-logit))) < 1e-12);
    }
  });
});
