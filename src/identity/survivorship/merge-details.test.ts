import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { DETAIL_FIELDS, type CompanyDetails, type CompanyRecord, type RegisterLine } from '../../model/index.ts';
import { FI_1, LEI_1, resolve } from '../resolution-fixture.ts';
import { mergeDetails } from './merge-details.ts';

const NATIONAL: RegisterLine = {
  register: 'fi-prh',
  as_of_date: '2026-11-20',
  identifiers: [FI_1],
  name: 'Konera Oyj',
  state: 'active',
  address: { street: 'Esimerkkitie 1', postal_code: '00100' },
};
const INDEX: RegisterLine = {
  register: 'gleif',
  index: true,
  as_of_date: '2026-11-21',
  identifiers: [FI_1, LEI_1],
  state: 'closed',
  registered_on: '1999-01-01',
  address: { text: 'Esimerkkitie 1, Helsinki' },
  former_names: [{ name: 'Vanha Oyj', kind: 'previous' }],
};
const BY_HAND: RegisterLine = { identifiers: [FI_1], state: 'in_liquidation', closed_on: '2026-11-22' };
const OFFICERS = [{ name: 'Alma Zirbel', source: { system: 'Kaupparekisteri' } }];

async function merged(...inputs: RegisterLine[][]): Promise<CompanyRecord> {
  const [company] = (await resolve(...inputs)).companies.values();
  assert.ok(company !== undefined);
  return company;
}

suite('The details of a company', () => {
  test('come from the national register, and from an index only the names', async () => {
    const { former_names: names } = INDEX;
    assert.deepEqual((await merged([INDEX], [NATIONAL])).details, {
      state: 'active',
      address: NATIONAL.address,
      former_names: names,
      sources: [
        { register: 'fi-prh', as_of_date: '2026-11-20', fields: ['state', 'address'] },
        { register: 'gleif', as_of_date: '2026-11-21', fields: ['former_names'] },
      ],
    });
  });

  test('come from an index where no national register has the company', async () => {
    const { details } = await merged([INDEX]);
    assert.deepEqual([details.state, details.registered_on, details.address], ['closed', '1999-01-01', INDEX.address]);
  });

  test('are corrected field by field by a line that is named first, which has no register', async () => {
    const { details } = await merged([BY_HAND], [NATIONAL]);
    assert.deepEqual([details.state, details.closed_on, details.address], ['in_liquidation', '2026-11-22', NATIONAL.address]); // prettier-ignore
    assert.deepEqual(details.sources, [
      { fields: ['state', 'closed_on'] },
      { register: 'fi-prh', as_of_date: '2026-11-20', fields: ['address'] },
    ]);
  });

  for (const status of ['restricted', 'tombstoned'] as const)
    test(`of a ${status} record are withheld`, async () => {
      const { details } = await merged([{ identifiers: [FI_1], lifecycle: { status } }], [NATIONAL]);
      assert.deepEqual(details, { sources: [] });
    });

  test('join and find by the European number', async () => {
    const euid = 'FIFPRO.0112038-9';
    const other = { identifiers: [{ ...FI_1, value: euid }], name: 'Other' };
    const { details, numberForms } = await merged([{ ...NATIONAL, euid }], [other]);
    assert.equal(details.euid, euid);
    assert.deepEqual(numberForms, [{ ...FI_1, value: euid }]);
  });
});

suite('A company that is closed has no officers', () => {
  const CASES: readonly [claim: string, inputs: RegisterLine[][], officers: number][] = [
    ['of its own register', [[{ ...NATIONAL, state: 'closed', officers: OFFICERS }]], 0],
    [
      'of a register of officers',
      [
        [{ ...NATIONAL, state: 'closed' }],
        [{ adds_to: 'fi-prh', register: 'fi-officers', identifiers: [FI_1], officers: OFFICERS }],
      ],
      0,
    ],
    ['by a line written by hand', [[{ ...BY_HAND, state: 'closed' }], [{ ...NATIONAL, officers: OFFICERS }]], 0],
    ['unless only an index says so', [[INDEX], [{ ...NATIONAL, officers: OFFICERS }]], 1],
    ['unless it is in liquidation', [[BY_HAND], [{ ...NATIONAL, officers: OFFICERS }]], 1],
  ];
  for (const [claim, inputs, officers] of CASES)
    test(claim, async () => assert.equal((await merged(...inputs)).officers.length, officers));
});

test('Each field is that of the first line with one, and its source names the register and the day of that line', () => {
  const name = fc.record({ name: fc.constantFrom('A', 'B'), kind: fc.constant('previous') }, { noNullPrototype: true });
  const line: fc.Arbitrary<RegisterLine> = fc.record(
    {
      register: fc.constantFrom('one', 'two'),
      as_of_date: fc.constantFrom('2026-01-01', '2026-02-02'),
      index: fc.boolean(),
      state: fc.constantFrom('active' as const, 'closed' as const),
      registered_on: fc.constantFrom('2001-01-01', '2002-02-02'),
      address: fc.constantFrom({ text: 'Street 1' }, { text: 'Street 2' }),
      former_names: fc.array(name, { maxLength: 2 }),
      record_url: fc.constantFrom('https://one.example/', 'https://two.example/'),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (open) => {
      const own = open.filter((one) => one.index !== true);
      assert.deepEqual(mergeDetails(open, own), oracle(open, own));
    }),
  );
});

/** Another implementation of the merge: from the lowest rank up, each line overwrites the values of lower lines. */
function oracle(open: readonly RegisterLine[], own: readonly RegisterLine[]): CompanyDetails {
  const values: Record<string, unknown> = {};
  const from = new Map<string, Set<string>>();
  const toSource = ({ register, as_of_date }: RegisterLine): string => JSON.stringify({ register, as_of_date });
  for (const line of own.toReversed())
    for (const field of ['state', 'registered_on', 'address', 'record_url'] as const)
      if (line[field] !== undefined) {
        values[field] = line[field];
        from.set(field, new Set([toSource(line)]));
      }
  const names = open.flatMap((line) => line.former_names ?? []).map(({ name }) => name);
  if (names.length > 0) {
    values['former_names'] = [...new Set(names)].map((name) => ({ name, kind: 'previous' }));
    const givers = open.filter((line) => line.former_names !== undefined && line.former_names.length > 0);
    from.set('former_names', new Set(givers.map(toSource)));
  }
  const sources = [...new Set(open.map(toSource))].flatMap((source) => {
    const fields = DETAIL_FIELDS.filter((field) => from.get(field)?.has(source) === true);
    return fields.length === 0 ? [] : [{ ...(JSON.parse(source) as object), fields }];
  });
  return { ...values, sources };
}
