import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importedText } from '../fixture-import.ts';
import { chZefix } from './index.ts';

const literal = (value: string) => ({ type: 'literal', value });

/** A row of the query: a company, with the values that a test adds or replaces. */
const rowWith = (bound: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    company: { type: 'uri', value: 'https://register.ld.admin.ch/zefix/company/9900001' },
    uid: literal('CHE999900006'),
    legalName: literal('Alpenmond AG'),
    form: literal('https://ld.admin.ch/ech/97/legalforms/0106'),
    formName: literal('Aktiengesellschaft'),
    municipality: literal('https://ld.admin.ch/municipality/261'),
    ...bound,
  });

const ROW = rowWith();

test('ch-zefix finds a company by its UID with and without CHE, and by its old number', async (t) => {
  const { lines } = await importedText(t, chZefix, `${rowWith({ chid: literal('CH99999900018') })}\n`);
  assert.deepEqual(lines[0]?.identifiers, [
    { scheme: 'national_registry_number', value: 'CHE999900006', country_scope: 'CH' },
  ]);
  assert.deepEqual(lines[0]?.number_forms, ['999900006', 'CH99999900018', '9900001']);
});

for (const [form, soleTraders, want] of [
  ['0101', false, []],
  ['0118', false, []],
  ['0119', false, []],
  ['0101', true, ['Alpenmond AG']],
  ['0151', true, []],
  ['0103', false, ['Alpenmond AG']],
  ['0999', false, ['Alpenmond AG']],
] as const) {
  test(`ch-zefix ${want.length === 0 ? 'leaves out' : 'takes'} the form ${form}${soleTraders ? ', sole traders wanted' : ''}`, async (t) => {
    const row = rowWith({ form: literal(`https://ld.admin.ch/ech/97/legalforms/${form}`) });
    const { lines } = await importedText(t, chZefix, `${row}\n`, 'in', { soleTraders });
    assert.deepEqual(lines.map(({ name }) => name), want); // prettier-ignore
  });
}

const NAMES: [name: string, state: string][] = [
  ['Alpenmond AG', 'active'],
  ['Liquidation Alpenmond AG', 'active'],
  ['Alpenmond AG IN LIQUIDATION', 'in_liquidation'],
  ['Alpenmond GmbH in Liq.', 'in_liquidation'],
  ['Alpenmond SA en liquidation', 'in_liquidation'],
  ['Alpenmond SA in liquidazione', 'in_liquidation'],
  ['Alpenmond AG in Nachlassliquidation', 'insolvent'],
  ['Alpenmond SA en liquidation concordataire', 'insolvent'],
];
for (const [name, state] of NAMES) {
  test(`ch-zefix reads from the name ${name} that the company is ${state}`, async (t) => {
    const { lines } = await importedText(t, chZefix, `${rowWith({ legalName: literal(name) })}\n`);
    assert.equal(lines[0]?.state, state);
  });
}

const ADDRESS = 'street=Mondgasse 7\ncode=3000\ntown=Beispielwil\ncanton=';
for (const [form, isShown] of [
  ['0106', true],
  ['0101', false],
  ['0111', false],
] as const) {
  test(`ch-zefix gives ${isShown ? 'the' : 'no'} address of an entity of the form ${form}`, async (t) => {
    const bound = { form: literal(`https://ld.admin.ch/ech/97/legalforms/${form}`), address: literal(ADDRESS) };
    const { lines } = await importedText(t, chZefix, `${rowWith(bound)}\n`, 'in', { soleTraders: true });
    const want = { street: 'Mondgasse 7', postal_code: '3000', locality: 'Beispielwil', country_code: 'CH' };
    assert.deepEqual(lines[0]?.address, isShown ? want : undefined);
  });
}

const REFUSED: [claim: string, name: string, text: string, want: RegExp][] = [
  [
    'a response of the query service',
    'in',
    `{"head":{"vars":["uid"]},"results":{"bindings":[${ROW}]}}`,
    /: it is a response of the interface: give the list under "results\.bindings"$/,
  ],
  ['an entity without an address', 'in', rowWith({ company: undefined }), /record 1: company is missing$/],
  ['a value that is not a text', 'in', rowWith({ uid: { value: 7 } }), /record 1: uid\.value must be text, got 7$/],
  ['a variable that is not an object', 'in', rowWith({ uid: 'CHE' }), /record 1: uid must be an object, got "CHE"$/],
  ['XML', 'in', '<sparql/>', /it is XML; take the JSON edition$/],
  [
    'a whole list that holds next to nothing',
    'zefix.ndjson',
    ROW,
    /a full file of ch-zefix holds at least 700000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, text, want] of REFUSED) {
  test(`ch-zefix refuses ${claim}`, async (t) => {
    await assert.rejects(importedText(t, chZefix, `${text}\n`, name), want);
  });
}
