import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { CompanyRecord, RegisterLine } from '../../model/index.ts';
import { FI_1, FI_2, ID_1, LEI_1, LEI_2, nrn, resolve, resolveAfter, type Identifier } from '../resolution-fixture.ts';

const officer = (name: string): NonNullable<RegisterLine['officers']>[number] => ({
  name,
  source: { system: 'Officers' },
});
const company = (number: Identifier, more: Partial<RegisterLine> = {}): RegisterLine => ({
  register: 'fi-prh',
  name: 'Hoitaja Oy',
  as_of_date: '2026-01-01',
  identifiers: [number],
  ...more,
});
const addition = (number: Identifier): RegisterLine => ({
  register: 'fi-officers',
  adds_to: 'fi-prh',
  as_of_date: '2026-11-20',
  identifiers: [number],
  officers: [officer('Alma Keksitty')],
});
const INDEX: RegisterLine = { register: 'gleif', index: true, name: 'HOITAJA OY', identifiers: [FI_1, LEI_1] };
const FUND: RegisterLine = { ...INDEX, company_type: 'FUND', identifiers: [FI_1, LEI_2] };
const BY_HAND: RegisterLine = { summary: 'Makes cranes.', identifiers: [FI_1] };

const listNames = (companies: ReadonlyMap<string, CompanyRecord>): string[][] =>
  [...companies.values()]
    .map(({ officers }) => officers.map(({ name }) => name))
    .toSorted((a, b) => b.length - a.length);

suite('A line that adds to a register', () => {
  const cases: [claim: string, lines: RegisterLine[], officers: string[][], unattached: number][] = [
    ['gives its officers to a company of that register', [company(FI_1), addition(FI_1)], [['Alma Keksitty']], 0],
    ['finds it by a number in other letters', [company(FI_1), addition(nrn('FI', '01120389'))], [['Alma Keksitty']], 0],
    ['makes no company', [company(FI_2), addition(FI_1)], [[]], 1],
    ['creates no company', [addition(FI_1)], [], 1],
    ['adds nothing to a company that only an index has', [INDEX, addition(FI_1)], [[]], 1],
    ['adds nothing to a company of a line written by hand', [BY_HAND, addition(FI_1)], [[]], 1],
    ['adds nothing to another register', [company(FI_1, { register: 'fi-ytj' }), addition(FI_1)], [[]], 1],
    ['leaves the number of a fund to it', [FUND, addition(FI_1)], [[]], 1],
    ['adds beside a fund with the number', [FUND, company(FI_1), addition(FI_1)], [['Alma Keksitty']], 0],
    [
      'adds to no company where several companies share the number',
      [company(FI_1, { key: 'fi-prh:1' }), company(FI_1, { key: 'fi-prh:2' }), addition(FI_1)],
      [[], []],
      1,
    ],
    [
      'adds nothing where officers are withheld',
      [company(FI_1, { withholds_officers: true }), addition(FI_1)],
      [[]],
      0,
    ],
    [
      'adds nothing to a restricted company',
      [company(FI_1, { lifecycle: { status: 'restricted' } }), addition(FI_1)],
      [[]],
      0,
    ],
  ];
  for (const [claim, lines, officers, unattached] of cases) {
    test(claim, async () => {
      for (const order of [lines, lines.toReversed()]) {
        const { companies, report, registers } = await resolve(order);
        assert.deepEqual(listNames(companies), officers);
        assert.equal(report.unattached, unattached);
        assert.equal(registers['fi-officers']?.officers, officers.flat().length);
      }
    });
  }

  test('gives nothing but officers, wherever it is named', async () => {
    const unadded = await resolve([company(FI_1)]);
    const [before] = unadded.companies.values();
    const [after] = (await resolve([addition(nrn('FI', '01120389'))], [company(FI_1)])).companies.values();
    assert.deepEqual({ ...after, lines: [], officers: [] }, { ...before, lines: [], officers: [] });
  });

  test('keeps no company active that its register no longer has, and none restricted longer or shorter', async () => {
    for (const before of [company(FI_1), company(FI_1, { id: ID_1, lifecycle: { status: 'restricted' } })]) {
      const first = (await resolve([before])).companies;
      const without = (await resolveAfter(first, [company(FI_2)])).companies;
      const beside = (await resolveAfter(first, [company(FI_2), addition(FI_1)])).companies;
      assert.deepEqual(beside, without);
      const [id] = first.keys();
      assert.equal(
        beside.get(id ?? '')?.lifecycle.status,
        before.lifecycle === undefined ? 'tombstoned' : 'restricted',
      );
    }
  });

  test('changes companies only by their officers, for any lines', async () => {
    const number = fc.constantFrom(FI_1, FI_2, nrn('SE', '1'));
    const other = fc.record(
      {
        register: fc.constantFrom('fi-prh', 'gleif'),
        index: fc.boolean(),
        name: fc.constantFrom('A', 'B'),
        key: fc.constantFrom('fi-prh:1', 'fi-prh:2'),
        company_type: fc.constantFrom('GENERAL', 'FUND'),
        withholds_officers: fc.boolean(),
        identifiers: fc.array(fc.oneof(number, fc.constantFrom(LEI_1, LEI_2)), { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['identifiers'] },
    );
    const lines = fc.tuple(fc.array(other, { maxLength: 6 }), fc.array(number.map(addition), { maxLength: 3 }));
    const sorted = (companies: ReadonlyMap<string, CompanyRecord>) =>
      [...companies.values()]
        .map(({ id, ...values }) => ({ id, values: Object.entries(values).filter(([name]) => name !== 'officers') }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await fc.assert(
      fc.asyncProperty(lines, lines, async ([before, beforeToo], [own, additions]) => {
        const previous = (await resolve([...before, ...beforeToo])).companies;
        assert.deepEqual(sorted(previous), sorted((await resolve(before)).companies));
        const plain = await resolveAfter(previous, own);
        const { companies } = await resolveAfter(previous, [...own, ...additions]);
        assert.deepEqual(sorted(companies), sorted(plain.companies));
        for (const { officers, identifiers } of companies.values()) {
          const numbers = new Set(identifiers.map(({ value }) => value));
          const held = own.some(
            (line) => line.register === 'fi-prh' && line.identifiers.some(({ value }) => numbers.has(value)),
          );
          assert.ok(officers.length === 0 || held);
        }
      }),
      { numRuns: 25 },
    );
  });
});
