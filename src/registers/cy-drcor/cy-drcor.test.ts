import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folder } from '../../../test/fixtures/folder.ts';
import type { CatalogueFile, ImportOptions } from '../../importer/index.ts';
import { InputError } from '../../model/index.ts';
import { createImport } from '../fixture-import.ts';
import { fixtureCases } from '../fixtures.ts';
import { currentFiles, cyDrcor } from './index.ts';
import columns from './columns.json' with { type: 'json' };
import { isInCyprus } from './company.ts';

const imported = createImport(cyDrcor);
const ALL = fixtureCases('cy-drcor').flatMap(({ inputs }) => inputs);

/** Writes a file as published and returns its path. */
function published(t: TestContext, name: string, ...rows: string[]): string {
  const path = join(folder(t), name);
  writeFileSync(path, `\uFEFF${rows.join('\r\n')}\r\n`);
  return path;
}

const HEADER = columns.organisations.inOrder.join(',');
const organisation = (more: Partial<Record<'name' | 'number' | 'type' | 'code' | 'address', string>> = {}): string => {
  const { name = 'ΔΟΚΙΜΗ ΛΤΔ', number = '990001', type = 'C', code = 'ACR', address = '' } = more;
  return `${name},${number},${type},Εταιρεία,Ιδιωτική,${code},Τρέχον,02/03/2004,Εγγεγραμμένη,02/03/2004,${address}`;
};
const OFFICIALS = 'REGISTRATION_NO,ORGANISATION_TYPE_CODE,PERSON_OR_ORGANISATION_NAME,OFFICIAL_POSITION';
const OFFICES = 'ADDRESS_SEQ_NO,STREET,BUILDING,TERRITORY';

/** Imports rows of organisations, with officials if there are any. */
async function importedRows(
  t: TestContext,
  rows: string[],
  officials: string[] = [],
  options: Partial<ImportOptions> = {},
) {
  // prettier-ignore
  const inputs = [published(t, 'organisations', HEADER, ...rows)];
  if (officials.length > 0) inputs.push(published(t, 'officials', OFFICIALS, ...officials));
  return imported(t, inputs, options);
}

for (const [territory, want] of [
  ['Στρόβολος, 2999, Λευκωσία, Κύπρος', true],
  ['ΣΤΡΟΒΟΛΟΣ, 2999, ΛΕΥΚΩΣΙΑ, ΚΥΠΡΟΣ', true],
  ['Nowhere, 2999, Nicosia, Cyprus', true],
  ['4199, Λεμεσός,,_ ,', true],
  ['Λάρνακα', true],
  ['Paphos', true],
  ['Παραλίμνι, Αμμόχωστος', true],
  ['Famagusta', true],
  ['Κερύνεια', true],
  ['Girne, Kıbrıs', true],
  ['Lefkoşa', true],
  ['Gazimağusa', true],
  ['London, United Kingdom', false],
  ['Κύπρος, Αθήνα, Ελλάδα', false],
  ['Λευκωσία 2999', false],
  [', _,', false],
  ['', false],
  [undefined, false],
] as const) {
  test(`isInCyprus returns ${want} for "${territory}"`, () => assert.equal(isInCyprus(territory), want));
}

const REST = organisation().replace('ΔΟΚΙΜΗ ΛΤΔ,', '');
const NAME_ALONE = `ΔΟΚΙΜΗ ΛΤΔ${','.repeat(10)}`;
const SPLIT: [claim: string, rows: string[], names: string[], damaged: number][] = [
  ['joins a record over two lines', [NAME_ALONE, `${REST},`], ['ΔΟΚΙΜΗ ΛΤΔ'], 0],
  ['joins one with an empty line between', [NAME_ALONE, '', `${REST},`], ['ΔΟΚΙΜΗ ΛΤΔ'], 0],
  ['joins one with a row of commas between', [NAME_ALONE, ','.repeat(10), `${REST},`], ['ΔΟΚΙΜΗ ΛΤΔ'], 0],
  ['joins a name over two lines and the rest', [NAME_ALONE.replace('ΔΟΚΙΜΗ ΛΤΔ', 'ΔΟΚΙΜΗ'), NAME_ALONE.replace('ΔΟΚΙΜΗ ΛΤΔ', 'ΜΕΓΑΛΗ ΛΤΔ'), `${REST},`], ['ΔΟΚΙΜΗ ΜΕΓΑΛΗ ΛΤΔ'], 0], // prettier-ignore
  ['joins a name whose first line has the form of a company before its end', [NAME_ALONE.replace('ΛΤΔ', 'ΛΤΔ ΚΑΙ'), NAME_ALONE.replace('ΔΟΚΙΜΗ', 'ΑΛΛΗ'), `${REST},`], ['ΔΟΚΙΜΗ ΛΤΔ ΚΑΙ ΑΛΛΗ ΛΤΔ'], 0], // prettier-ignore
  ['joins a record over four lines', [NAME_ALONE, `990001,C,Εταιρεία${','.repeat(8)}`, `Ιδιωτική,ACR${','.repeat(9)}`, `Τρέχον,02/03/2004,Διαγραμμένη${','.repeat(8)}`], ['ΔΟΚΙΜΗ ΛΤΔ'], 0], // prettier-ignore
  ['joins no line that does not fit to a record', [NAME_ALONE, `${REST.slice(0, 20)}${','.repeat(7)}`, `x,y${','.repeat(9)}`], ['ΔΟΚΙΜΗ ΛΤΔ'], 1], // prettier-ignore
  ['takes a name after a record over two lines for another one', [NAME_ALONE, `${REST},`, NAME_ALONE.replace('ΔΟΚΙΜΗ', 'ΑΛΛΗ'), `${REST.replace('990001', '990002')},`], ['ΔΟΚΙΜΗ ΛΤΔ', 'ΑΛΛΗ ΛΤΔ'], 0], // prettier-ignore
  ['joins no rest to a name before the last', [NAME_ALONE, NAME_ALONE.replace('ΔΟΚΙΜΗ', 'ΑΛΛΗ'), `${REST},`], ['ΑΛΛΗ ΛΤΔ'], 1], // prettier-ignore
  ['joins no whole record to a name', [NAME_ALONE, organisation({ name: 'ΑΛΛΗ' })], ['ΑΛΛΗ'], 1],
  ['leaves out a name at the end', [organisation({ name: 'ΑΛΛΗ' }), NAME_ALONE], ['ΑΛΛΗ'], 1],
  ['leaves out a rest without a name', [`${REST},`, organisation({ name: 'ΑΛΛΗ', number: '990002' })], ['ΑΛΛΗ'], 1],
  ['leaves out a rest in other columns', [NAME_ALONE, `,${REST}`.replace('990001,C', '990001,x,C').slice(0, -1), organisation({ name: 'ΑΛΛΗ', number: '990002' })], ['ΑΛΛΗ'], 2], // prettier-ignore
];
for (const [claim, rows, names, damaged] of SPLIT) {
  test(`cy-drcor ${claim}`, async (t) => {
    const { lines, report } = await importedRows(t, rows);
    assert.deepEqual(lines.map(({ name }) => name), names); // prettier-ignore
    const counted = Object.entries(report.dropped).filter(([reason]) => reason.startsWith('damaged'));
    assert.equal(counted.reduce((sum, [, { count }]) => sum + count, 0), damaged); // prettier-ignore
  });
}

for (const [type, want] of [
  ['C', 'HE 990001'],
  ['O', 'AE 990001'],
  ['P', 'S 990001'],
  ['N', undefined],
  ['B', undefined],
  ['Q', undefined],
] as const) {
  test(`cy-drcor gives a company of type ${type} the number ${want}`, async (t) => {
    const { lines } = await importedRows(t, [organisation({ type })]);
    assert.deepEqual(lines.map(({ identifiers }) => identifiers?.[0]?.value), want === undefined ? [] : [want]); // prettier-ignore
    assert.equal(lines[0]?.key, want === undefined ? undefined : `cy-drcor:${type}990001`);
  });
}

test('cy-drcor takes business names on request, and their owners never', async (t) => {
  const rows = ['N', 'B'].map((type) => organisation({ type }));
  const officials = ['990001,N,Ιδιοκτήτρια Ιωάννα,Ιδιοκτήτης'];
  const { report } = await importedRows(t, rows, officials);
  assert.equal(report.dropped['sole trader']?.count, 2);
  const { lines, text } = await importedRows(t, rows, officials, { soleTraders: true });
  assert.deepEqual(lines.map(({ key }) => key), ['cy-drcor:B990001', 'cy-drcor:N990001']); // prettier-ignore
  assert.ok(!text.includes('Ιωάννα'));
});

const POSITIONS: [position: string, shown: boolean, known: boolean][] = [
  ['Διευθυντής', true, true],
  ['Γραμματέας', true, true],
  ['Αντικαταστάτης Διευθυντής', true, true],
  ['Βοηθός Γραμματέας', true, true],
  ['Αναπληρωτής Γραμματέας', true, true],
  ['Εξουσιοδοτημένο Πρόσωπο', true, true],
  ['Ομόρρυθμος Συνέταιρος', true, true],
  ['Ετερόρρυθμος Συνέταιρος', false, true],
  ['Ιδιοκτήτης', false, true],
  ['Ταμίας', false, false],
  ['', false, true],
];
for (const [position, shown, known] of POSITIONS) {
  test(`cy-drcor ${shown ? 'shows' : 'leaves out'} an official with the position "${position}"`, async (t) => {
    const { lines, report } = await importedRows(t, [organisation()], [`990001,C,Ανύπαρκτος Ανδρέας,${position}`]);
    assert.deepEqual(lines[0]?.officers?.map(({ roles }) => roles), shown ? [[position]] : undefined); // prettier-ignore
    assert.deepEqual(report.unknown_codes, known ? {} : { 'OFFICIAL_POSITION, left out': { [position]: 1 } });
  });
}

test('cy-drcor takes an organisation and its officials from the newest files that have them', async (t) => {
  const inputs = [
    published(t, 'organisations_2026-06-30.csv', HEADER, organisation({ name: 'ΠΑΛΙΑ' }), organisation({ number: '990002' })), // prettier-ignore
    published(t, 'organisations_2026-07-31.csv', HEADER, organisation({ name: 'ΝΕΑ' })),
    published(t, 'officials_2026-05-31.csv', OFFICIALS, '990001,C,Παλιός,Διευθυντής', '990002,C,Παλιός,Διευθυντής'),
    published(t, 'officials_2026-06-30.csv', OFFICIALS, '990001,C,Νέος,Διευθυντής'),
  ];
  const { lines } = await imported(t, inputs);
  assert.deepEqual(
    lines.map(({ name, as_of_date, officers }) => [name, as_of_date, officers?.[0]?.name, officers?.[0]?.source.observed_at]), // prettier-ignore
    [
      ['ΝΕΑ', '2026-07-31', 'Νέος', '2026-06-30T00:00:00Z'],
      ['ΔΟΚΙΜΗ ΛΤΔ', '2026-06-30', 'Παλιός', '2026-05-31T00:00:00Z'],
    ],
  );
  const dated = await imported(t, inputs.slice(1, 2), { published: '2026-11-20' });
  assert.equal(dated.lines[0]?.as_of_date, '2026-11-20');
});

test('cy-drcor accounts for every record of its files', async (t) => {
  const { report, lines } = await imported(t, ALL);
  const dropped = Object.values(report.dropped).reduce((sum, { count }) => sum + count, 0);
  const names = lines.flatMap(({ former_names = [], other_names = [] }) => [...former_names, ...other_names]);
  const positions = lines.flatMap(({ officers = [] }) => officers.flatMap(({ roles = [] }) => roles));
  // Seven records of offices only supply whether an organisation is in Cyprus.
  assert.equal(lines.length + names.length + positions.length + 7 + dropped, report.records_read);
});

test('cy-drcor never writes a name behind c/o, nor an address of a business name or of a branch', async (t) => {
  const { text, lines } = await imported(t, ALL, { soleTraders: true });
  const sources = ALL.map((path) => readFileSync(path, 'utf8')).join('');
  for (const word of ['Ανύπαρκτος Νίκος', 'Nowhere Avenue']) {
    assert.ok(sources.includes(word), word);
    assert.ok(!text.includes(word), word);
  }
  for (const { key = '', address } of lines) if (/:[NBO]/.test(key)) assert.equal(address, undefined);
});

const STATES: [status: string, state: string | undefined, closed_on: string | undefined][] = [
  ['Εγγεγραμμένη', 'active', undefined],
  ['Δημοσιεύτηκε η Τρίμηνη', 'active', undefined],
  ['Διορισμός Προσωρινού Εκκαθαριστή', 'in_liquidation', undefined],
  ['Διαγραμμένη', 'closed', '2004-03-02'],
  ['Διαλύθηκε λόγω συγχώνευσης', 'closed', '2004-03-02'],
  ['Κάτι άλλο', undefined, undefined],
];
for (const [status, state, closed_on] of STATES) {
  test(`cy-drcor reads ${status} as ${state ?? 'no state'}`, async (t) => {
    const { lines } = await importedRows(t, [organisation().replace('Εγγεγραμμένη', status)]);
    assert.deepEqual([lines[0]?.state, lines[0]?.closed_on], [state, closed_on]);
  });
}

const REFUSED: [claim: string, name: string, rows: string[], want: RegExp][] = [
  ['only officials', 'in', [OFFICIALS, '990001,C,Κανένας,Διευθυντής'], /no input is a file of organisations/],
  ['another register', 'in', ['a,b', '1,2'], /of none of the kinds organisations, officials, offices/],
  ['a row that lacks a cell', 'in', [HEADER, organisation().slice(0, -1)], /line 2: the record has 10 cells, the header has 11/], // prettier-ignore
  ['a whole file that holds next to nothing', 'organisations_97.csv', [HEADER, organisation()], /at least 400000 records, this one 1; if it is an extract, give it another name$/], // prettier-ignore
];
for (const [claim, name, rows, want] of REFUSED) {
  test(`cy-drcor refuses ${claim}`, async (t) => {
    await assert.rejects(
      imported(t, [published(t, name, ...rows)]),
      (error) => error instanceof InputError && want.test(error.message),
    );
  });
}

test('cy-drcor refuses full files that name hardly any officers', async (t) => {
  const officials = Array.from({ length: 3 }, () => '990001,C,Κανένας,Διευθυντής');
  const inputs = [published(t, 'in', HEADER, organisation()), published(t, 'organisation_officials.csv', OFFICIALS, ...officials)]; // prettier-ignore
  await assert.rejects(
    imported(t, inputs),
    /at least 1000000 records, this one 3; if it is an extract, give it another name$/,
  );
});

test('cy-drcor reads an office file of a fixture in the published form', () => {
  const path = fileURLToPath(new URL('fixtures/registered_office_2026-07-31.csv', import.meta.url));
  assert.ok(readFileSync(path, 'utf8').startsWith(`\uFEFF${OFFICES}\r\n`));
});

const SITE = 'https://data.gov.cy/sites/default/files/';
const file = (name: string, url?: string): CatalogueFile => (url === undefined ? { name } : { name, url: SITE + url });
const OFFICE_FILE = file('Διευθύνσεις', 'registered_office_99.csv');

const CATALOGUES: [claim: string, listed: CatalogueFile[], want: unknown[]][] = [
  [
    'finds the newest of each file, by its own number',
    [file('a', 'organisations_97.csv'), file('a', 'organisations_9.csv'), OFFICE_FILE, file('c', 'organisation_officials_86.csv')], // prettier-ignore
    ['organisations_97.csv', 'registered_office_99.csv', 'organisation_officials_86.csv'],
  ],
  [
    'keeps the officials where they have no address',
    [file('a', 'organisations_97.csv'), OFFICE_FILE, file('Αξιωματούχοι')],
    [
      'organisations_97.csv',
      'registered_office_99.csv',
      'the catalogue has no address of organisation_officials_NN.csv',
    ],
  ],
  ['finds nothing without organisations', [OFFICE_FILE, file('c', 'organisation_officials_86.csv')], []],
];
for (const [claim, listed, want] of CATALOGUES) {
  test(`currentFiles ${claim}`, async () => {
    const sources = await currentFiles({ dcat: async () => listed });
    assert.deepEqual(
      sources.map((source) => ('kept' in source ? source.kept : source.url.replace(SITE, ''))),
      want,
    );
    const names = ['organisations.csv', 'registered_office.csv', 'organisation_officials.csv'];
    assert.deepEqual(sources.map(({ name }) => name), want.length === 0 ? [] : names); // prettier-ignore
  });
}
