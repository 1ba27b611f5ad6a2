import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { importedText } from '../fixture-import.ts';
import { grGemi } from './index.ts';
import { otherForm } from './company.ts';

/** A company as the GEMI API returns it, with the values that a test adds or replaces. */
const company = (more: Readonly<Record<string, unknown>> = {}) => ({
  arGemi: '199000199000',
  afm: '999990009',
  coNameEl: 'ΠΕΥΚΟΔΑΣΙ ΙΚΕ',
  coNamesEn: [],
  coTitlesEl: [],
  coTitlesEn: [],
  isBranch: false,
  legalType: { id: 19, descr: 'ΙΚΕ' },
  status: { id: 3, descr: 'Ενεργή' },
  activities: [],
  persons: [],
  ...more,
});

const formatResponse = (request: string, body: unknown, requestedAt = '2026-11-20T20:00:00.000Z') =>
  `${JSON.stringify({ question: request, asked_at: requestedAt, url: 'https://registry.example/', status: 200, body: JSON.stringify(body) })}\n`;

const page = (records: readonly unknown[], requestedAt?: string, key = '19:0', total = records.length) =>
  formatResponse(`companies:${key}`, { searchMetadata: { totalCount: total }, searchResults: records }, requestedAt);

/** Imports one company. */
async function buildLine(t: TestContext, more: Readonly<Record<string, unknown>>, options = {}) {
  const { lines, report } = await importedText(t, grGemi, page([company(more)]), 'in.ndjson', options);
  return { line: lines[0], report };
}

for (const [number, want] of [
  ['9990199000', '009990199000'],
  ['009990199000', '9990199000'],
  ['199000199000', undefined],
] as const) {
  test(`gr-gemi writes ${number} ${want === undefined ? 'in no other way' : `also as ${want}`}`, () => {
    assert.equal(otherForm(number), want);
  });
}

test('gr-gemi reads a number in JSON like a text', async (t) => {
  const { line } = await buildLine(t, { arGemi: 9990199000 });
  assert.equal(line?.identifiers?.[0]?.value, '9990199000');
});

/** A person of the interface. */
const person = (role: string, category: string, more: Readonly<Record<string, unknown>> = {}) => ({
  personName: 'ΘΑΛΑΣΣΟΦΕΓΓΗΣ ΠΕΡΙΚΛΗΣ ',
  businessName: null,
  role,
  category,
  dtFrom: '2020-01-02',
  dtTo: null,
  percentage: '70%',
  ...more,
});
const BOARD = 'Διοικητικό συμβούλιο';
const PARTNERS = 'Εταίροι';

const PERSONS: [claim: string, person: object, isShown: boolean][] = [
  ['a member of a board', person('Μέλος', BOARD), true],
  ['a member of a board, with any role', person('Κάτι Νέο', BOARD), true],
  ['a board whose term ends in the future', person('Πρόεδρος', BOARD, { dtTo: '2028-10-27' }), true],
  ['a term that ends on the day', person('Πρόεδρος', BOARD, { dtTo: '2026-11-20' }), true],
  ['a term that is over', person('Πρόεδρος', BOARD, { dtTo: '2026-11-19' }), false],
  ['a partner who manages', person('Μέλος & Διαχειριστής', PARTNERS), true],
  ['a limited partner who manages', person('Ετερόρρυθμο Μέλος, Διαχειριστής & Εκπρόσωπος', PARTNERS), true],
  ['a general partner', person('Ομόρρυθμο Μέλος', PARTNERS), true],
  ['a limited partner', person('Ετερόρρυθμο Μέλος', PARTNERS), false],
  ['a partner', person('Εταίρος - Μέλος', PARTNERS), false],
  ['an unknown role', person('Διαχειριστής Περιουσίας Άλλου', PARTNERS), false],
  ['a manager of an unknown category', person('Διαχειριστής', 'Άλλοι'), true],
  [
    'a company that manages',
    person('Διαχειριστής', PARTNERS, { personName: null, businessName: 'ΞΥΛΟΤΕΧΝΗ ΕΠΕ' }),
    true,
  ],
  ['an office without a name', person('Διαχειριστής', PARTNERS, { personName: ' ' }), false],
];
for (const [claim, given, isShown] of PERSONS) {
  test(`gr-gemi ${isShown ? 'shows' : 'does not show'} ${claim}`, async (t) => {
    const { line } = await buildLine(t, { persons: [given] });
    assert.equal(line?.officers?.length, isShown ? 1 : undefined);
    assert.doesNotMatch(JSON.stringify(line), /70|resigned_on/);
  });
}

const CHANGED = '2024-05-06';
for (const [status, state, closed] of [
  [3, 'active', undefined],
  [4, 'active', undefined],
  [5, 'insolvent', undefined],
  [7, 'in_liquidation', undefined],
  [15, 'insolvent', undefined],
  [17, 'closed', CHANGED],
  [18, 'closed', CHANGED],
  [20, 'closed', CHANGED],
  [2, undefined, undefined],
  [0, undefined, undefined],
] as const) {
  test(`gr-gemi gives the state ${state} for the status ${status}, and the officers for the build to hide`, async (t) => {
    const record = { status: { id: status, descr: 'x' }, lastStatusChange: CHANGED, persons: [person('Μέλος', BOARD)] };
    const { line } = await buildLine(t, record);
    assert.deepEqual([line?.state, line?.closed_on, line?.officers?.length], [state, closed, 1]);
  });
}

const SEAT = { street: 'ΟΔΟΣ ΕΠΙΝΟΗΣΕΩΣ', streetNumber: '9', municipality: { id: 1, descr: 'ΕΠΙΝΟΗΜΕΝΟΥ' } };
for (const [form, has] of [
  [1, true],
  [17, true],
  [15, false],
  [16, false],
  [0, false],
] as const) {
  test(`gr-gemi gives ${has ? 'the' : 'no'} address of a record of the form ${form}`, async (t) => {
    const { line } = await buildLine(
      t,
      { legalType: { id: form, descr: 'x' }, ...SEAT, zipCode: 10001 },
      { soleTraders: true },
    );
    const want = { street: 'ΟΔΟΣ ΕΠΙΝΟΗΣΕΩΣ 9', postal_code: '10001', locality: 'ΕΠΙΝΟΗΜΕΝΟΥ' };
    assert.deepEqual(line?.address, has ? want : undefined);
  });
}

for (const [claim, until, want] of [
  ['is current', null, ['ΚΑΔ 2008', 'ΚΑΔ 2026']],
  ['ended on the day before', '2026-11-19', ['ΚΑΔ 2026']],
  ['ended on the day', '2026-11-20', ['ΚΑΔ 2026']],
  ['will end', '2026-11-21', ['ΚΑΔ 2008', 'ΚΑΔ 2026']],
] as const) {
  test(`gr-gemi, of one code in two versions of which the old one ${claim}, takes ${want.join(' and ')}`, async (t) => {
    const activity = (version: string, dtTo: string | null) => ({
      activity: { id: '58191500', descr: 'ΕΚΔΟΣΗ', kadVersion: version },
      type: 'Κύρια',
      dtFrom: '2014-08-13',
      dtTo,
    });
    const { line } = await buildLine(t, { activities: [activity('kad_2008', until), activity('kad_2026', null)] });
    assert.deepEqual(line?.classifications?.map(({ scheme }) => scheme), want); // prettier-ignore
  });
}

test('gr-gemi finds the words of codes in the lists, where they are texts, unless the record has them', async (t) => {
  const lists =
    formatResponse('list:companyStatuses', [{ id: '3', descr: 'Ενεργή' }]) +
    formatResponse('list:legalTypes', [{ id: '19', descr: 'ΙΚΕ' }]);
  const bare = company({ legalType: { id: 19, descr: null }, status: { id: 3 } });
  const own = company({ arGemi: '199000299000', legalType: { id: 19, descr: 'Ι.Κ.Ε.' } });
  const { lines } = await importedText(t, grGemi, lists + page([bare, own]), 'in.ndjson');
  assert.deepEqual(
    lines.map(({ company_status: status, legal_form: form }) => [status, form]),
    [
      ['Ενεργή', 'ΙΚΕ'],
      ['Ενεργή', 'Ι.Κ.Ε.'],
    ],
  );
});

for (const [claim, more, reason] of [
  ['a sole trader', { legalType: { id: 16, descr: 'ΑΤΟΜΙΚΗ' } }, 'sole trader'],
  ['a company without a form', { legalType: null }, 'without a legal form: may be a sole trader'],
  ['a company whose form is not known', { legalType: { id: 0 } }, 'without a legal form: may be a sole trader'],
] as const) {
  test(`gr-gemi leaves out ${claim} without sole traders`, async (t) => {
    const { line, report } = await buildLine(t, more);
    assert.deepEqual([line, Object.keys(report.dropped)], [undefined, [reason]]);
    assert.notEqual((await buildLine(t, more, { soleTraders: true })).line, undefined);
  });
}

test('gr-gemi leaves out branches, even with sole traders', async (t) => {
  assert.equal((await buildLine(t, { isBranch: true }, { soleTraders: true })).line, undefined);
});

test('gr-gemi uses the newest page of a company that is on several, with or without zeros in its number', async (t) => {
  const old = page([company({ arGemi: '9990199000', coNameEl: 'ΠΑΛΙΑ' })], '2026-11-20T20:00:00.000Z', '1:0');
  const now = page([company({ arGemi: '009990199000', coNameEl: 'ΝΕΑ' })], '2026-11-21T20:00:00.000Z', '19:0');
  for (const text of [old + now, now + old]) {
    const { lines } = await importedText(t, grGemi, text, 'in.ndjson');
    assert.deepEqual(lines.map(({ name, as_of_date: day }) => [name, day]), [['ΝΕΑ', '2026-11-21']]); // prettier-ignore
  }
});

test('gr-gemi notes only lists with more companies than the crawl found', async (t) => {
  const short = page([company()], undefined, '19:0', 2);
  const whole = page([company({ arGemi: '199000299000' })], undefined, '4:0', 1);
  const { report } = await importedText(t, grGemi, short + whole, 'in.ndjson');
  assert.deepEqual(report.noted['a list has more companies than the crawl found']?.examples, ['19: 1 of 2']);
});

const REJECTED: [claim: string, record: unknown, want: RegExp][] = [
  ['a company without a number', company({ arGemi: null }), /arGemi is missing/],
  ['an invalid number', company({ arGemi: 'ΑΡ 7' }), /arGemi must have 1 to 12 digits, got "ΑΡ 7"/],
  ['persons that are not a list', company({ persons: {} }), /persons must be a list/],
  ['names that are not texts', company({ coNamesEn: [7] }), /coNamesEn must be a list of texts, got 7/],
  ['null in place of a company', null, /searchResults must be an object/],
];
for (const [claim, record, want] of REJECTED) {
  test(`gr-gemi rejects ${claim}`, async (t) => {
    await assert.rejects(importedText(t, grGemi, page([record]), 'in.ndjson'), want);
  });
}
