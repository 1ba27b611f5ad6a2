import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldNumber } from '../../model/index.ts';
import { PrefixFilter, PrefixFilterBuilder } from './prefix-filter.ts';

const text = fc.string({ unit: fc.constantFrom('1', '2', 'A', 'b', ' ', '-', 'Α', 'é', 'Ω', '１', '.'), maxLength: 6 });

test('the prefix filter lets every query pass that a number starts with, folded or not', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), text, (values, query) => {
      const numbers = values.map(foldNumber).filter((number) => number !== '');
      const builder = new PrefixFilterBuilder();
      for (const number of numbers) builder.add(Buffer.from(number));
      const filter = new PrefixFilter(builder.encode());
      const folded = foldNumber(query);
      if (!numbers.some((number) => number.startsWith(folded))) return;
      assert.ok(filter.mayMatch(folded), `"${folded}" of ${numbers.join()}`);
      assert.ok(filter.mayMatch(query, false), `"${query}" of ${numbers.join()}`);
    }),
    { numRuns: 2000 },
  );
});

for (const [query, passes] of [
  ['nordlys', false],
  ['NO 9', false],
  ['no9', false],
  ['911', true],
  ['9-1-1 020', true],
  ['91', true],
  ['912', false],
  ['', true],
  ['αβγ', false],
  ['ΩΩΩ', true],
] as const)
  test(`among the numbers 911020068 and ΩΩΩ1, "${query}" ${passes ? 'passes' : 'is ruled out'}`, () => {
    const builder = new PrefixFilterBuilder();
    for (const number of ['911020068', 'ΩΩΩ1']) builder.add(Buffer.from(number));
    assert.equal(new PrefixFilter(builder.encode()).mayMatch(foldNumber(query)), passes);
  });

test('without a stored filter every query passes', () => {
  assert.ok(new PrefixFilter(undefined).mayMatch('nordlys'));
});
