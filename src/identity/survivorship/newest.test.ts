import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { CompanyRecord, RegisterLine } from '../../model/index.ts';
import { FI_1, FI_2, LEI_1, LEI_2, resolve } from '../resolution-fixture.ts';

const of = (name: string, day: string | undefined, more: Partial<RegisterLine> = {}): RegisterLine => ({
  register: 'fi-prh',
  name,
  identifiers: [FI_1],
  ...(day !== undefined && { as_of_date: day }),
  ...more,
});
const OFFICER = { name: 'Alma Keksitty', source: { system: 'PRH' } };

suite('Of the lines of one register', () => {
  const cases: [claim: string, lines: RegisterLine[], want: Partial<CompanyRecord['profile']>[]][] = [
    [
      'the newest counts',
      [of('Old', '2026-01-01'), of('New', '2026-02-02')],
      [{ name: 'New', as_of_date: '2026-02-02' }],
    ],
    [
      'an older one gives nothing, not even what the newer lacks',
      [of('Old', '2026-01-01', { legal_form: 'Oy', officers: [OFFICER] }), of('New', '2026-02-02')],
      [{ name: 'New', as_of_date: '2026-02-02' }],
    ],
    [
      'those of one day are merged',
      [of('A', '2026-01-01', { legal_form: 'Oy' }), of('B', '2026-01-01', { company_type: 'OY' })],
      [{ name: 'A', as_of_date: '2026-01-01', legal_form: 'Oy', company_type: 'OY' }],
    ],
    [
      'one without a date is older than any other',
      [of('Old', undefined), of('New', '2026-01-01')],
      [{ name: 'New', as_of_date: '2026-01-01' }],
    ],
    [
      'a company that ended and came back is there',
      [of('Old', '2026-01-01', { lifecycle: { status: 'tombstoned' } }), of('New', '2026-02-02')],
      [{ name: 'New', as_of_date: '2026-02-02' }],
    ],
    [
      'a restriction stays',
      [of('Old', '2026-01-01', { lifecycle: { status: 'restricted' } }), of('New', '2026-02-02')],
      [{}],
    ],
    [
      'an older one of another register gives what is lacking',
      [{ register: 'fi-ytj', legal_form: 'Oy', identifiers: [FI_1] }, of('New', '2026-02-02')],
      [{ name: 'New', as_of_date: '2026-02-02', legal_form: 'Oy' }],
    ],
    [
      'an older correction by hand gives what is lacking',
      [{ legal_form: 'Oy', identifiers: [FI_1] }, of('New', '2026-02-02')],
      [{ name: 'New', as_of_date: '2026-02-02', legal_form: 'Oy' }],
    ],
    [
      'those that a LEI joins are one company, under the newer number',
      [
        of('Old', '2026-01-01', { identifiers: [FI_2, LEI_1] }),
        of('New', '2026-02-02', { identifiers: [FI_1, LEI_1] }),
      ],
      [{ name: 'New', as_of_date: '2026-02-02' }],
    ],
    [
      'those of two keys are two companies',
      [of('A', '2026-01-01', { key: 'fi-prh:1' }), of('B', '2026-02-02', { key: 'fi-prh:2' })],
      [
        { name: 'A', as_of_date: '2026-01-01' },
        { name: 'B', as_of_date: '2026-02-02' },
      ],
    ],
  ];
  for (const [claim, lines, want] of cases) {
    test(claim, async () => {
      for (const inputs of [
        [lines],
        [lines.toReversed()],
        lines.map((line) => [line]),
        lines.toReversed().map((line) => [line]),
      ]) {
        const { companies } = await resolve(...inputs);
        const profiles = [...companies.values()].map(({ profile }) => profile);
        assert.deepEqual(
          profiles.toSorted((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1)),
          want,
        );
        for (const { officers, identifiers } of companies.values()) {
          assert.deepEqual(officers, []);
          assert.ok(!identifiers.some(({ value }) => value === FI_2.value));
        }
      }
    });
  }

  test('two records of an index with LEIs of their own, which a decision joins, both give', async () => {
    const index = (name: string, day: string, lei: typeof LEI_1) => of(name, day, { register: 'gleif', index: true, identifiers: [lei] }); // prettier-ignore
    const id = 'co_00000000000000000000000001';
    const lines = [index('A', '2026-01-01', LEI_1), index('B', '2026-02-02', LEI_2)];
    const { companies } = await resolve(
      [
        { id, identifiers: [LEI_1] },
        { id, identifiers: [LEI_2] },
      ],
      lines,
    );
    assert.deepEqual(
      companies
        .get(id)
        ?.identifiers.map(({ value }) => value)
        .toSorted(),
      [LEI_1.value, LEI_2.value],
    );
  });

  test('the order of the inputs does not matter, nor how lines are divided among them', async () => {
    const line = fc.record(
      {
        register: fc.constant('fi-prh'),
        name: fc.constantFrom('A', 'B', 'C'),
        legal_form: fc.constantFrom('Oy', 'Ky'),
        as_of_date: fc.constantFrom('2026-01-01', '2026-02-02', '2026-03-03'),
        identifiers: fc.array(fc.constantFrom(FI_1, FI_2, LEI_1), { minLength: 1, maxLength: 2 }),
        key: fc.constantFrom('fi-prh:1', 'fi-prh:2'),
        officers: fc.subarray([OFFICER]),
      },
      { requiredKeys: ['register', 'identifiers'] },
    );
    const inputs = fc.array(fc.array(line, { maxLength: 3 }), { minLength: 2, maxLength: 4 });
    const orders = inputs.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    const sorted = (companies: Map<string, CompanyRecord>) => [...companies].toSorted(([a], [b]) => (a < b ? -1 : 1));
    await fc.assert(
      fc.asyncProperty(orders, async ([all, shuffled]) => {
        assert.deepEqual(sorted((await resolve(...shuffled)).companies), sorted((await resolve(...all)).companies));
      }),
      { numRuns: 25 },
    );
  });
});
