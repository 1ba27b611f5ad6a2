import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DETAIL_FIELDS, NO_DETAILS, type CompanyDetails } from '../../model/index.ts';
import { Dictionary } from '../dictionary/dictionary.ts';
import { trainDictionary } from '../dictionary/training.ts';
import { ByteBuffer } from '../../model/index.ts';
import { encodeCompanyBlock, findPart } from './company-block.ts';
import {
  compressDetails,
  decodeDetails,
  decompressDetails,
  encodeDetails,
  haveNames,
  listFurtherNames,
} from './details.ts';
import { anyCodePoint } from '../../../test/fixtures/any-code-point.ts';

const dictionary = new Dictionary((await trainDictionary([], () => undefined)).bytes);
const text = fc.string({ minLength: 1, unit: anyCodePoint }).filter((one) => one.isWellFormed());
const names = fc.array(fc.record({ name: text, kind: text }, { noNullPrototype: true }), {
  minLength: 1,
  maxLength: 3,
});
const details: fc.Arbitrary<CompanyDetails> = fc.oneof(
  fc.constant(NO_DETAILS),
  fc.record(
    {
      state: fc.constantFrom('active' as const, 'closed' as const),
      registered_on: fc.constant('2001-02-03'),
      address: fc.record({ street: text, postal_code: text }, { noNullPrototype: true }),
      former_names: names,
      other_names: names,
      sources: fc.constant([{ register: 'fi-prh', as_of_date: '2026-11-20', fields: [...DETAIL_FIELDS] }]),
    },
    { requiredKeys: ['sources'], noNullPrototype: true },
  ),
);

test('details are read as they were written, from any place of a block', () => {
  fc.assert(
    fc.property(fc.array(details, { minLength: 1, maxLength: 16 }), (companies) => {
      const parts = companies.map((one) => compressDetails(encodeDetails({ details: one }), dictionary));
      const block = encodeCompanyBlock(parts) ?? Buffer.of(0);
      for (const [entry, one] of companies.entries()) {
        const part = findPart(block, entry);
        assert.deepEqual(decodeDetails(decompressDetails(part, dictionary, new ByteBuffer(16))), one);
        assert.equal(haveNames(part), (one.former_names ?? one.other_names) !== undefined);
      }
    }),
    { numRuns: 50 },
  );
});

test('the further names of a company are those beside its registered one, each once; one that it still has is not former', () => {
  const former = ['A', 'B', 'C'].map((name) => ({ name, kind: 'previous' }));
  const others = ['B', 'D'].map((name) => ({ name, kind: 'trading' }));
  assert.deepEqual(listFurtherNames({ former_names: former, other_names: others, sources: [] }, 'A'), [
    { name: 'B', isFormer: false },
    { name: 'D', isFormer: false },
    { name: 'C', isFormer: true },
  ]);
  const many = Array.from({ length: 60 }, (_, n) => ({ name: `N${n}`, kind: 'trading' }));
  assert.equal(listFurtherNames({ other_names: many, sources: [] }).length, 50);
});
