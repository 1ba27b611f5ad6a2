import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { imported, importedText } from '../fixture-import.ts';
import { fixtureCases } from '../fixtures.ts';
import { fiPrh } from './index.ts';

const FIXTURES = fixtureCases('fi-prh').flatMap(({ inputs }) => inputs);

/** Imports one company from a file with this name; a skipped company has no line. */
async function importedCompany(t: TestContext, more: object, name?: string, options = {}) {
  const { text, report } = await importedText(t, fiPrh, JSON.stringify([company(more)]), name, options);
  return { line: text === '' ? undefined : (JSON.parse(text) as RegisterLine), report };
}

const company = (more: object): object => ({
  businessId: { value: '9990001-6' },
  names: [{ name: 'Keksitty Oy', type: '1', version: 1 }],
  companyForms: [{ type: '16', descriptions: [{ languageCode: '1', description: 'Osakeyhtiö' }], version: 1 }],
  companySituations: [],
  registeredEntries: [inTradeRegister('1', 'Rekisterissä'), inTradeRegister('4', 'Lakannut')],
  addresses: [],
  tradeRegisterStatus: '1',
  status: '2',
  ...more,
});

const inTradeRegister = (type: string, description: string): object => ({
  type,
  register: '1',
  descriptions: [{ languageCode: '1', description }],
});

test('fi-prh counts every record as a line or as a drop', async (t) => {
  const { report } = await imported(t, fiPrh, FIXTURES);
  const dropped = Object.values(report.dropped).reduce((sum, { count }) => sum + count, 0);
  assert.equal(report.lines_written + dropped, report.records_read);
});

test('fi-prh never writes a person, a postal address, the address of a person or a branch, a site, or a VAT number', async (t) => {
  const whole = FIXTURES.map((path) => readFileSync(path, 'utf8')).join('');
  const { text } = await imported(t, fiPrh, FIXTURES);
  for (const kept of [
    'Aino Olematon',
    'Olli Olematon',
    '"123"',
    'Påhittgatan',
    'Yksityiskuja',
    'Sivukatu',
    '.example',
  ]) {
    assert.ok(whole.includes(kept), kept);
    assert.ok(!text.includes(kept), kept);
  }
  assert.ok(!text.includes('FI9990001'));
});

const VISITED = [{ type: 1, street: 'Keksitynkatu', buildingNumber: '5', postCode: '00999' }];
test('fi-prh gives the visiting address of a company, and no address of a sole trader or an estate', async (t) => {
  const { line } = await importedCompany(t, { addresses: VISITED });
  assert.deepEqual(line?.address, { street: 'Keksitynkatu 5', postal_code: '00999' });
  for (const type of ['26', '53']) {
    const person = { companyForms: [{ type, version: 1 }], addresses: VISITED };
    const { line: ofPerson } = await importedCompany(t, person, 'in', { soleTraders: true });
    assert.ok(ofPerson !== undefined && !('address' in ofPerson));
  }
});

test('fi-prh imports sole traders and their estates only on request', async (t) => {
  for (const type of ['26', '53']) {
    const forms = [{ type, version: 1, endDate: '2020-01-01' }];
    const { line, report } = await importedCompany(t, { companyForms: forms });
    assert.equal(line, undefined);
    assert.deepEqual(report.dropped, { 'sole trader': { count: 1, examples: ['9990001-6'] } });
    const asked = await importedCompany(t, { companyForms: forms }, 'in', { soleTraders: true });
    assert.equal(asked.line?.name, 'Keksitty Oy');
    const now = [...forms, { type: '16', version: 2 }];
    assert.equal((await importedCompany(t, { companyForms: now })).line?.company_type, '16');
  }
});

const SITUATION = { type: 'KONK', registrationDate: '1991-01-03' };
for (const [claim, more, want, state] of [
  ['the words of the Trade Register', {}, 'Rekisterissä', 'active'],
  ['an open situation', { companySituations: [SITUATION] }, 'KONK', 'insolvent'],
  [
    'no situation that has ended',
    { companySituations: [{ ...SITUATION, endDate: '1992-01-01' }] },
    'Rekisterissä',
    'active',
  ],
  [
    'no situation of a company that has ceased',
    { companySituations: [SITUATION], tradeRegisterStatus: '4' },
    'Lakannut',
    'closed',
  ],
  [
    'no situation of a company with an end date',
    { companySituations: [SITUATION], endDate: '2020-01-01' },
    'Rekisterissä',
    'closed',
  ],
  [
    'the words of no other register',
    { registeredEntries: [{ ...inTradeRegister('1', 'X'), register: '3' }] },
    '1',
    'active',
  ],
  [
    'the words of no entry that has ended',
    { registeredEntries: [{ ...inTradeRegister('1', 'X'), endDate: '2020-01-01' }] },
    '1',
    'active',
  ],
  ['nothing where no status is published', { tradeRegisterStatus: undefined }, undefined, undefined],
] as const) {
  test(`fi-prh gives as the status ${claim}`, async (t) => {
    const { line } = await importedCompany(t, more);
    assert.deepEqual([line?.company_status, line?.state], [want, state]);
  });
}

const REFUSED: [claim: string, name: string, records: unknown, want: RegExp][] = [
  ['a record without a number', 'a.json', [company({}), { names: [] }], /record 2: businessId\.value is missing$/],
  [
    'a response of the search',
    'a.json',
    { totalResults: 1, companies: [company({})] },
    /give the list under "companies"$/,
  ],
  ['an empty list', 'a.json', [], /it holds no record$/],
  ['a record that is not an object', 'a.json', ['9990001-6'], /record 1: record must be an object, got "9990001-6"$/],
  ['names that are not a list', 'a.json', [company({ names: {} })], /record 1: names must be a list, got \{\}$/],
  [
    'a name that is not a text',
    'a.json',
    [company({ names: [{ type: '1', name: 5 }] })],
    /record 1: names\.name must be text, got 5$/,
  ],
  [
    'an activity that is not an object',
    'a.json',
    [company({ mainBusinessLine: '62100' })],
    /mainBusinessLine must be an object/,
  ],
  [
    'a full file that is too short',
    'data_20261120.json',
    [company({})],
    /a full file of fi-prh holds at least 415000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, records, want] of REFUSED) {
  test(`fi-prh refuses ${claim}`, async (t) => {
    await assert.rejects(
      importedText(t, fiPrh, JSON.stringify(records), name),
      (error) => error instanceof InputError && want.test(error.message),
    );
  });
}
