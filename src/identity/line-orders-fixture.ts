import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CompanyRecord, RegisterLine } from '../model/index.ts';
import { FI_1, FI_2, LEI_1, LEI_2, TIN, resolve, nrn } from './resolution-fixture.ts';

const line = fc.record(
  {
    name: fc.constantFrom('A', 'B', 'C'),
    as_of_date: fc.constantFrom('2026-01-01', '2026-02-02'),
    identifiers: fc.array(fc.constantFrom(FI_1, FI_2, LEI_1, LEI_2, nrn('SE', '1'), TIN), { minLength: 1 }),
    key: fc.constantFrom('r:1', 'r:2', 's:1'),
    number_forms: fc.constantFrom<string[]>([FI_1.value], [FI_2.value, '1']),
    register: fc.constantFrom('r', 'gleif'),
    index: fc.boolean(),
    company_type: fc.constantFrom('GENERAL', 'FUND'),
  },
  { requiredKeys: ['identifiers'] },
);
const twoOrders = fc
  .array(line, { maxLength: 8 })
  .chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })));
const sorted = (companies: Map<string, CompanyRecord>) => [...companies].toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The property that the order of the lines in an input does not change the companies. The test and the long run check it. */
export function orderMeansNothing(): fc.IAsyncPropertyWithHooks<[[RegisterLine[], RegisterLine[]]]> {
  return fc.asyncProperty(twoOrders, async ([lines, shuffled]) => {
    assert.deepEqual(sorted((await resolve(shuffled)).companies), sorted((await resolve(lines)).companies));
  });
}
