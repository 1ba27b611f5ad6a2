import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  DAY_FIRST,
  UPDATE_FREQUENCIES,
  collapsed,
  declareRegister,
  statesOf,
  toColumns,
} from '../importer/declaration.ts';
import { importedText } from './fixture-import.ts';

const LEFT_OUT = 'left out';

/** A register of an invented country; its mapping uses every member of a mapping. */
const toys = declareRegister({
  id: 'xx-toys',
  country: 'XX',
  name: 'Toy register',
  publisher: 'Toy maker',
  licence: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  attribution: 'Toys.',
  hasOfficers: false,
  coverage: { companies: 'toys', officers: 'none', details: [], rhythm: 'daily', missing: '', proven: 'layout only' },
  files: {
    page: 'https://toys.example/',
    current: [],
    csv: { delimiter: ',' },
    json: {},
    ...toColumns({ required: ['number', 'name'], ignored: { 'not part of a line': ['phone'] } }),
  },
  codes: { form: ['limited', 'branch', 'person'] },
  states: { status: statesOf({ live: 'active', ended: ['closed', 'the law says so'] }) },
  mapping: {
    name: collapsed('name'),
    company_status: 'status',
    legal_form: 'form',
    as_of_date: 'day',
    identifiers: { number: 'number', right: /^\d+$/, note: 'toy number of unknown form' },
    state: 'status',
    registered_on: 'began',
    country_code: { named: 'country' },
    address: { street: 'street', locality: 'town', withCountry: true, unless: { form: /^branch$/ } },
    classifications: { scheme: 'NACE Rev. 2', code: 'activity', form: /^\d{4}$/, isPrimary: true },
    soleTraders: { form: /^person$/ },
    dropped: { 'a test of the publisher': { name: /^TEST/ } },
    days: DAY_FIRST,
    fates: { form: LEFT_OUT },
  },
  expect: [],
  updateFrequency: UPDATE_FREQUENCIES.daily,
});

const ROW = {
  number: '1',
  name: 'A  B',
  status: 'live',
  form: 'limited',
  day: '2026-11-20',
  began: '31.12.2001',
  country: 'Norway',
  street: 'Toy Street 1',
  town: 'Toytown',
  activity: '6202',
};

async function buildLine(t: TestContext, more: Partial<typeof ROW> & Record<string, unknown> = {}, options = {}) {
  const { lines, report } = await importedText(t, toys, JSON.stringify([{ ...ROW, ...more }]), 'in', options);
  return { line: lines[0], report };
}

test('a mapping gives each field from its column, in the order of the mapping', async (t) => {
  const { lines, text, report } = await importedText(
    t,
    toys,
    `${Object.keys(ROW).join(',')},phone\n${Object.values(ROW).join(',')},1\n`,
  );
  assert.deepEqual(lines, [
    {
      register: 'xx-toys',
      name: 'A B',
      company_status: 'live',
      legal_form: 'limited',
      as_of_date: '2026-11-20',
      identifiers: [{ scheme: 'national_registry_number', value: '1', country_scope: 'XX' }],
      state: 'active',
      registered_on: '2001-12-31',
      country_code: 'NO',
      address: { street: 'Toy Street 1', locality: 'Toytown', country_code: 'NO' },
      classifications: [{ scheme: 'NACE Rev. 2', code: '6202', is_primary: true }],
    },
  ]);
  assert.equal((await buildLine(t)).report.lines_written, 1);
  assert.ok(text.indexOf('legal_form') < text.indexOf('as_of_date'));
  assert.deepEqual([report.noted, report.unknown_codes, report.leftover_fields], [{}, {}, {}]);
});

test('a mapping notes a wrong number and an impossible day, and counts unknown codes, activities, countries and columns', async (t) => {
  const odd = {
    number: 'X',
    began: '31.02.2001',
    form: 'club',
    status: 'asleep',
    activity: 'toys',
    country: 'Toyland',
  };
  const { line, report } = await buildLine(t, { ...odd, email: 'x' });
  assert.deepEqual(Object.keys(report.noted), [
    'began is not a day, skipped',
    'toy number of unknown form, kept as published',
  ]);
  assert.deepEqual(report.unknown_codes, {
    ...Object.fromEntries(
      Object.entries({ activity: 'toys', country: 'Toyland', form: 'club' }).map(([list, code]) => [
        `${list}, ${LEFT_OUT}`,
        { [code]: 1 },
      ]),
    ),
    status: { asleep: 1 },
    [`status as a state, ${LEFT_OUT}`]: { asleep: 1 },
  });
  assert.deepEqual(report.leftover_fields, { email: 1 });
  assert.deepEqual([line?.identifiers?.[0]?.value, line?.company_status, line?.state], ['X', 'asleep', undefined]);
  assert.deepEqual([line?.registered_on, line?.classifications, line?.country_code], [undefined, undefined, undefined]);
});

test('a mapping prefers the date of the command line, then that of the row', async (t) => {
  assert.equal((await buildLine(t)).line?.as_of_date, '2026-11-20');
  assert.equal((await buildLine(t, {}, { published: '2026-11-21' })).line?.as_of_date, '2026-11-21');
  assert.equal((await buildLine(t, { day: '' })).line?.as_of_date, undefined);
});

test('a mapping gives no address of a branch or a sole trader, who is a line only on request', async (t) => {
  assert.equal((await buildLine(t, { form: 'branch' })).line?.address, undefined);
  const { line, report } = await buildLine(t, { form: 'person' });
  assert.deepEqual([line, report.dropped], [undefined, { 'sole trader': { count: 1, examples: ['1'] } }]);
  const wanted = await buildLine(t, { form: 'person' }, { soleTraders: true });
  assert.deepEqual([wanted.line?.name, wanted.line?.address], ['A B', undefined]);
  assert.deepEqual(Object.keys((await buildLine(t, { name: 'TEST 1' })).report.dropped), ['a test of the publisher']);
});

for (const [claim, text, want] of [
  ['a row without a number', 'number,name\n,A\n', /record 1: number is missing$/],
  ['another CSV', 'id,name\n1,A\n', /header: the column "number" is missing/],
  ['a name that is not a text', '[{"number":"1","name":7}]', /record 1: name must be text, got 7$/],
  ['a wrong day of the row', 'number,name,day\n1,A,20.11.2026\n', /as_of_date must be a calendar day such as/],
] as const) {
  test(`a mapping refuses ${claim}`, async (t) => {
    await assert.rejects(importedText(t, toys, text), want);
  });
}

test('a register of several kinds of files needs a reader', () => {
  const { id, name, publisher, licence, attribution, coverage, updateFrequency, mapping } = toys;
  assert.ok(mapping !== undefined);
  const files = { page: 'https://toys.example/', current: [], kinds: {} } as const;
  const declared = {
    id,
    name,
    publisher,
    licence,
    attribution,
    coverage,
    updateFrequency,
    mapping,
    hasOfficers: false,
    expect: [],
  };
  assert.throws(() => declareRegister({ ...declared, files }), /several kinds of files: it needs a reader/);
});
