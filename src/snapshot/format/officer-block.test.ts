import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OFFICER_KINDS, type LineOfficer } from '../../model/index.ts';
import { Dictionary } from '../dictionary/dictionary.ts';
import { trainDictionary } from '../dictionary/training.ts';
import { company } from '../record-fixture.ts';
import { ByteBuffer } from '../../model/index.ts';
import { encodeCompanyBlock, findPart } from './company-block.ts';
import {
  appendCurrentOfficers,
  compressOfficers,
  decodeOfficers,
  decompressOfficers,
  encodeOfficers,
} from './officer-block.ts';

const officer: fc.Arbitrary<LineOfficer> = fc.record(
  {
    name: fc.string({ minLength: 1 }),
    kind: fc.constantFrom(...OFFICER_KINDS),
    source: fc.constant({ system: 'Register' }),
    resigned_on: fc.constantFrom('2026-01-01', '2027-01-01'),
  },
  { requiredKeys: ['name', 'source'], noNullPrototype: true },
);
const holding = fc.record(
  { officers: fc.array(officer, { maxLength: 300, size: 'max' }), officersHasMore: fc.boolean() },
  { noNullPrototype: true },
);

const dictionary = new Dictionary((await trainDictionary([], () => undefined)).bytes);
const scratch = (): ByteBuffer => new ByteBuffer(16);

const buildBlock = (companies: readonly { officers: LineOfficer[]; officersHasMore: boolean }[]): Buffer | undefined =>
  encodeCompanyBlock(companies.map((one) => compressOfficers(encodeOfficers(company(1, one)), dictionary)));

test('officers are read as they were written, and served without their kinds', () => {
  fc.assert(
    fc.property(fc.array(holding, { minLength: 1, maxLength: 16 }), (companies) => {
      const block = buildBlock(companies);
      for (const [entry, one] of companies.entries()) {
        const stored = decompressOfficers(findPart(block ?? Buffer.of(0), entry), dictionary, scratch());
        assert.deepEqual(decodeOfficers(stored), one);
        const target = scratch();
        if (block !== undefined)
          appendCurrentOfficers(block, { entry, limit: 1000, today: 20260601 }, dictionary, target);
        const served = JSON.parse(`[${target.written().toString()}]`) as object[];
        const current = one.officers.filter(({ resigned_on: until }) => until !== '2026-01-01');
        const wanted = current.map((shown) => {
          const { kind: _, ...rest } = shown;
          return Object.assign(rest, { object: 'company_officer' });
        });
        assert.deepEqual(served, wanted);
      }
    }),
    { numRuns: 50 },
  );
});

test('kinds cost no bytes', () => {
  const bare = { officers: [{ name: 'Aino', source: { system: 'Register' } }], officersHasMore: false };
  const stated = { ...bare, officers: bare.officers.map((one) => ({ ...one, kind: 'natural_person' as const })) };
  const without = buildBlock([bare, bare]) ?? assert.fail('officers');
  const withKinds = buildBlock([stated, stated]) ?? assert.fail('officers');
  assert.equal(withKinds.length, without.length);
});
