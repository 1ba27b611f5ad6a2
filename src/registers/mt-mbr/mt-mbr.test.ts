import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutsThatImport, importedText } from '../fixture-import.ts';
import { mtMbr } from './index.ts';

/** A record of the list, with the values that a test adds or replaces. */
const recordWith = (more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    registration_number: 'C 999001',
    name: 'LUZZU INVENTED TRADING LIMITED',
    type: 'Private Limited Liability Company',
    state: 'Active',
    country: null,
    area_of_activity: '64200',
    address: '9, INVENTED HOUSE',
    locality: 'IL-BELT',
    ...more,
  });

const RECORD = recordWith();

for (const [number, euid, isNoted] of [
  ['C 113927', 'MTROC.C113927', false],
  ['C113927', 'MTROC.C113927', false],
  ['P 1234', undefined, false],
  ['OC 99', undefined, false],
  ['113927', undefined, true],
  ['C 113927 X', undefined, true],
] as const) {
  test(`mt-mbr gives ${number} ${euid === undefined ? 'without a European number' : `the European number ${euid}`}`, async (t) => {
    const { lines, report } = await importedText(t, mtMbr, `${recordWith({ registration_number: number })}\n`);
    assert.equal(lines[0]?.identifiers?.[0]?.value, number);
    assert.equal(lines[0]?.euid, euid);
    assert.equal(Object.keys(report.noted).length, isNoted ? 1 : 0);
  });
}

for (const [country, want, unknown] of [
  [null, undefined, {}],
  ['MT', 'MT', {}],
  ['Malta', 'MT', {}],
  ['Norway', 'NO', {}],
  ['IT', 'IT', {}],
  ['Ruritania', undefined, { 'country, left out': { Ruritania: 1 } }],
] as const) {
  test(`mt-mbr takes the country ${String(country)} for ${String(want)}`, async (t) => {
    const { lines, report } = await importedText(t, mtMbr, `${recordWith({ country })}\n`);
    assert.equal(lines[0]?.country_code, want);
    assert.deepEqual(report.unknown_codes, unknown);
  });
}

test('mt-mbr leaves out a sole trader, unless sole traders are wanted', async (t) => {
  const text = `${recordWith({ type: 'Sole Trader' })}\n`;
  const { lines, report } = await importedText(t, mtMbr, text);
  assert.deepEqual([lines, Object.keys(report.dropped)], [[], ['sole trader']]);
  const wanted = (await importedText(t, mtMbr, text, 'in', { soleTraders: true })).lines;
  assert.deepEqual(wanted.map(({ address }) => address), [undefined]); // prettier-ignore
});

test('mt-mbr takes a page of the interface as it is, and the date of the command line', async (t) => {
  const { lines } = await importedText(t, mtMbr, `{"data":[${RECORD}],"meta":{}}`, 'in', { published: '2026-11-20' });
  assert.deepEqual(lines.map(({ as_of_date }) => as_of_date), ['2026-11-20']); // prettier-ignore
  const named = await importedText(t, mtMbr, `${RECORD}\n`, 'mbr-20261119.ndjson');
  assert.equal(named.lines[0]?.as_of_date, '2026-11-19');
});

const REFUSED: [claim: string, name: string, text: string, want: RegExp][] = [
  ['an answer about one company', 'in', `{"data":${RECORD}}\n`, /"data" is not an array$/],
  ['a record without a number', 'in', '{"name":"A"}\n', /record 1: registration_number is missing$/],
  [
    'a number that is not a text',
    'in',
    recordWith({ registration_number: 7 }),
    /registration_number must be text, got 7$/,
  ],
  [
    'a day that is not a text',
    'in',
    recordWith({ registration_date: { x: 1 } }),
    /registration_date must be text, got \{"x":1\}$/,
  ],
  ['a line that is not a record', 'in', `${RECORD}\n[]\n`, /record 2: a line must be an object/],
  ['CSV', 'in', 'registration_number,name\n1,2\n', /it is CSV; take the JSON edition$/],
  [
    'a whole list that holds next to nothing',
    'companies.ndjson',
    RECORD,
    /at least 40000 records, this one 1; if it is an extract, give it another name$/,
  ],
];
for (const [claim, name, text, want] of REFUSED) {
  test(`mt-mbr refuses ${claim}`, async (t) => {
    await assert.rejects(importedText(t, mtMbr, text, name), want);
  });
}

test('mt-mbr takes no cut record', async (t) => {
  // A record without its line break is complete.
  assert.deepEqual(await cutsThatImport(t, mtMbr, `${RECORD}\n`), [Buffer.byteLength(RECORD)]);
});
