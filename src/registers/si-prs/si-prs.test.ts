import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import type { LookUp } from '../../importer/index.ts';
import { imported } from '../fixture-import.ts';
import { siPrs } from './index.ts';

const HEADER =
  '"Matična številka","Popolno ime","Hišna št ","Hišna št  dodatek","Naselje","Pravnoorganizacijska oblika","Država"\r\n';
const COMPANY =
  '"9990003000","JADRNICA d.o.o.","004","","Brezimje","Družba z omejeno odgovornostjo d.o.o.","SLOVENIJA"\r\n';
const PERSON = '"9990747000","IZMIŠLJENA OSEBA","004","","Brezimje","FORM","SLOVENIJA"\r\n';
const TAXPAYERS = '\uFEFFDavčna številka;Matična številka;Šifra dejavnosti;Finančni urad \r\n';

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

/** Imports subjects, and taxpayers if there are any. */
function importSubjects(
  t: TestContext,
  subjects: Buffer,
  taxpayers?: string,
  options: { name?: string; soleTraders?: boolean } = {},
) {
  // prettier-ignore
  const at = folder(t);
  const { name = 'subjects.csv', soleTraders = false } = options;
  const inputs = [join(at, name)];
  writeFileSync(join(at, name), subjects);
  if (taxpayers !== undefined) {
    inputs.push(join(at, 'taxpayers.csv'));
    writeFileSync(join(at, 'taxpayers.csv'), taxpayers);
  }
  return imported(t, siPrs, inputs, { published: '2026-11-15', soleTraders });
}

test('si-prs imports without the taxpayers, and then knows neither tax numbers nor activities', async (t) => {
  const { lines } = await importSubjects(t, utf16(HEADER + COMPANY));
  assert.deepEqual(lines, [
    {
      register: 'si-prs',
      name: 'JADRNICA d.o.o.',
      country_code: 'SI',
      state: 'active',
      address: { street: '4', locality: 'Brezimje', country_code: 'SI' },
      legal_form: 'Družba z omejeno odgovornostjo d.o.o.',
      as_of_date: '2026-11-15',
      identifiers: [{ scheme: 'national_registry_number', value: '9990003000', country_scope: 'SI' }],
      number_forms: ['9990003'],
    },
  ]);
});

for (const form of [
  'Samostojni podjetnik posameznik s.p.',
  'Samostojni podjetnik posameznik',
  'Odvetnik',
  'Notar',
  'Sobodajalec',
  'Nosilec dopolnilne dejavnosti na kmetiji',
  'Druge fizične osebe, ki opravljajo registrirane dejavnosti',
  'Zasebni zdravstveni delavec',
]) {
  test(`si-prs leaves out the form ${form}, unless sole traders are wanted`, async (t) => {
    const subjects = utf16(HEADER + COMPANY + PERSON.replace('FORM', form));
    assert.deepEqual(
      (await importSubjects(t, subjects)).lines.map(({ name }) => name),
      ['JADRNICA d.o.o.'],
    );
    const all = await importSubjects(t, subjects, undefined, { soleTraders: true });
    assert.deepEqual(
      all.lines.map(({ name, address }) => [name, address?.locality]),
      [
        ['JADRNICA d.o.o.', 'Brezimje'],
        ['IZMIŠLJENA OSEBA', undefined],
      ],
    );
  });
}

for (const form of ['Odvetniška družba', 'Zasebni zavod', 'Družba za vzajemno zavarovanje']) {
  test(`si-prs takes the form ${form} where the tax administration lists a legal person`, async (t) => {
    const subjects = utf16(HEADER + PERSON.replace('FORM', form));
    const { lines, report } = await importSubjects(t, subjects, `${TAXPAYERS}99900009;9990747000;69.100;06\r\n`);
    assert.deepEqual(
      lines.map(({ legal_form }) => legal_form),
      [form],
    );
    assert.deepEqual(report.unknown_codes, { 'Pravnoorganizacijska oblika': { [form]: 1 } });
  });
}

for (const [published, scheme] of [
  ['2024-12-31', 'SKD 2008'],
  ['2025-01-01', 'SKD 2025'],
] as const) {
  test(`si-prs takes the activities of ${published} for codes of ${scheme}`, async (t) => {
    const at = folder(t);
    const paths = ['a.csv', 'b.csv'].map((name) => join(at, name));
    writeFileSync(paths[0] ?? '', utf16(HEADER + COMPANY));
    writeFileSync(paths[1] ?? '', `${TAXPAYERS}99900009;9990003000;49.410;06\r\n`);
    const { lines } = await imported(t, siPrs, paths, { published });
    assert.deepEqual(lines[0]?.classifications, [{ scheme, code: '49.410', is_primary: true }]);
    assert.equal(lines[0]?.as_of_date, published);
  });
}

const REFUSED: [claim: string, bytes: Buffer, name: string | undefined, want: RegExp][] = [
  ['only taxpayers', Buffer.from(`${TAXPAYERS}1;2;3;4\r\n`), undefined, /no input is an opsiprs\.csv/],
  ['another CSV', utf16('"a","b"\r\n"1","2"\r\n'), undefined, /of none of the kinds subjects, taxpayers/],
  ['a row with too few cells', utf16(`${HEADER}"1","2"\r\n${COMPANY}`), undefined, /line 2: the record has 2 cells/],
  [
    'a row without a number',
    utf16(`${HEADER}"","A","","","","Zavod",""\r\n`),
    undefined,
    /Matična številka is missing/,
  ],
  [
    'a file that ends within a character',
    utf16(HEADER + COMPANY).subarray(0, -1),
    undefined,
    /ends within a character/,
  ],
  ['a whole file that holds next to nothing', utf16(HEADER + COMPANY), 'opsiprs.csv', /at least 270000 records, this/],
];
for (const [claim, bytes, name, want] of REFUSED) {
  test(`si-prs refuses ${claim}`, async (t) => {
    await assert.rejects(importSubjects(t, bytes, undefined, { ...(name !== undefined && { name }) }), want);
  });
}

for (const [claim, files, want] of [
  [
    'takes the address from the catalogue',
    [{ name: 'OPSI', url: 'https://x/download/opsiprs.csv' }],
    { url: 'https://x/download/opsiprs.csv', bytesMax: 4e8 },
  ],
  [
    'keeps the old file where the catalogue has none',
    [{ name: 'OPSI' }],
    { kept: 'the catalogue has no address of opsiprs.csv' },
  ],
] as const) {
  // prettier-ignore
  test(`si-prs ${claim}`, async () => {
    const { current } = siPrs.files;
    assert.ok(typeof current === 'function');
    const [subjects, taxpayers] = await current({ ckan: () => Promise.resolve(files) } as unknown as LookUp);
    assert.deepEqual(subjects, { name: 'opsiprs.csv', ...want });
    assert.equal(taxpayers?.name, 'DURS_zavezanci_PO_csv.zip');
  });
}
