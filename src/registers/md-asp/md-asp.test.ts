import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import type { CatalogueFile, ImportOptions } from '../../importer/index.ts';
import { createWorkbook, type SheetsFixture } from '../../../test/importing/workbook-fixture.ts';
import { InputError } from '../../model/index.ts';
import { createImport } from '../fixture-import.ts';
import { fixtureCases } from '../fixtures.ts';
import { currentFiles, mdAsp } from './index.ts';
import { listCodes } from '../../importer/declaration.ts';
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };

const COLUMN = columns.taken;

const imported = createImport(mdAsp);
const ALL = fixtureCases('md-asp').flatMap(({ inputs }) => inputs);

const HEADER = Object.values(COLUMN).filter((column) => column !== COLUMN.status);
type Field = keyof typeof COLUMN;
const NUMBER = 1099900000017;
const company = (more: Partial<Record<Field, string | number | undefined>> = {}) =>
  Object.keys(COLUMN)
    .filter((field) => field !== 'status')
    .map(
      (field) => ({ number: NUMBER, name: 'S.R.L. "PROBĂ"', form: 'Societate', unit: 101, ...more })[field as Field],
    );
const TITLE = ['(starea pînă la 14.09.2026)'];

/** Writes an XLSX file and returns its path. */
function workbook(t: TestContext, sheets: SheetsFixture, name = 'in.xlsx'): string {
  const path = join(folder(t), name);
  writeFileSync(path, createWorkbook(sheets));
  return path;
}

async function importedRows(t: TestContext, rows: SheetsFixture[string], options: Partial<ImportOptions> = {}) {
  return imported(t, [workbook(t, { Company: [TITLE, HEADER, ...rows] })], options);
}

test('md-asp dates lines by the command line, else by the name of the file, else by the title', async (t) => {
  const { lines } = await importedRows(t, [company()]);
  assert.equal(lines[0]?.as_of_date, '2026-09-14');
  const named = workbook(t, { Company: [TITLE, HEADER, company()] }, 'excerpt_2026.09.21.xlsx');
  assert.equal((await imported(t, [named])).lines[0]?.as_of_date, '2026-09-21');
  assert.equal((await imported(t, [named], { published: '2026-11-20' })).lines[0]?.as_of_date, '2026-11-20');
  const untitled = workbook(t, { Company: [HEADER, company()] });
  assert.equal((await imported(t, [untitled])).lines[0]?.as_of_date, undefined);
});

test('md-asp finds the header below other rows, in other letters, and keeps all digits of a number', async (t) => {
  const header = HEADER.map((column) => ` ${column.replaceAll('ţ', 'ț').replace(' ', '\n ')}`.toUpperCase());
  const { lines, report } = await imported(t, [workbook(t, { C: [TITLE, ['x'], [], ['y', 'z'], header, company()] })]);
  assert.equal(lines[0]?.identifiers?.[0]?.value, String(NUMBER));
  assert.deepEqual(report.leftover_fields, {});
});

test('md-asp reports a column that the register did not have, and cells in no column', async (t) => {
  const sheet = [
    [...HEADER, 'Capital'],
    [...company(), 5, 6],
  ];
  const { report } = await imported(t, [workbook(t, { Company: sheet })]);
  assert.deepEqual(report.leftover_fields, { Capital: 1, 'a cell in no column': 1 });
});

test('md-asp passes over sheets of no kind, and says so', async (t) => {
  const { report } = await imported(t, [workbook(t, { Note: [['a'], ['b']], Company: [HEADER, company()] })]);
  assert.deepEqual(
    report.inputs.map(({ name, passed_over }) => [name.replace(/.*!/, ''), passed_over]),
    [
      ['Note', 'it does not have the columns of any file of the register'],
      ['Company', undefined],
    ],
  );
});

const SOLE = [
  'Întreprindere individuală',
  'Întreprindere individuală în agricultură (gospodăria ţărănească, de fermier)',
  'Întreprindere individuală în agricultură (gospodăria țărănească, de fermier)',
  'ÎNTREPRINDERE INDIVIDUALĂ',
  'Întreprinzător individual',
  'Gospodărie ţărănească (de fermier)',
];
for (const form of SOLE) {
  test(`md-asp skips ${form}, unless it is requested`, async (t) => {
    const { lines, report } = await importedRows(t, [company({ form })]);
    assert.deepEqual([lines, report.dropped['sole trader']?.count], [[], 1]);
    const asked = await importedRows(t, [company({ form })], { soleTraders: true });
    assert.equal(asked.lines[0]?.legal_form, form);
  });
}

for (const [ended, want, noted] of [
  [undefined, undefined, false],
  [44927, 'Lichidată', false],
  ['31.12.2019', 'Lichidată', false],
  ['-', undefined, true],
  [0, undefined, true],
] as const) {
  test(`md-asp gives the status ${want} for the date of liquidation ${ended}`, async (t) => {
    const { lines, report } = await importedRows(t, [company({ ended })]);
    assert.equal(lines[0]?.company_status, want);
    assert.equal(
      Object.keys(report.noted).some((what) => what.startsWith(COLUMN.ended)),
      noted,
    );
    assert.equal(lines[0]?.state, want && 'closed');
  });
}

test('md-asp gives the word of the column of states where a file has it', async (t) => {
  const sheet = [
    [...HEADER, COLUMN.status],
    [...company({ ended: 44927 }), 'Radiat'],
    [...company(), 'Activ'],
  ];
  const { lines } = await imported(t, [workbook(t, { Company: sheet })]);
  assert.deepEqual(lines.map(({ company_status }) => company_status), ['Radiat', 'Activ']); // prettier-ignore
});

for (const [number, want, noted] of [
  [NUMBER, 'national_registry_number', undefined],
  [String(NUMBER), 'national_registry_number', undefined],
  [NUMBER + 1, 'national_registry_number', 'IDNO with wrong check digit, kept as published'],
  [213999, 'tin', 'an old fiscal code in the place of the IDNO, kept as a tax number'],
  ['Total', undefined, undefined],
  [undefined, undefined, undefined],
] as const) {
  test(`md-asp takes the number ${number} for ${want}`, async (t) => {
    const { lines, report } = await importedRows(t, [company({ number })]);
    const identifiers = want === undefined ? [] : [{ scheme: want, value: String(number), country_scope: 'MD' }];
    assert.deepEqual(lines.flatMap((line) => line.identifiers ?? []), identifiers); // prettier-ignore
    assert.deepEqual(Object.keys(report.noted), noted === undefined ? [] : [noted]);
  });
}

for (const [form, unit, want] of [
  ['Societate', 101, 'MD'],
  ['Societate', undefined, undefined],
  ['Filială a societăţii străine', 101, undefined],
  ['Reprezentanţă', 101, undefined],
  ['Sucursală', 101, undefined],
] as const) {
  test(`md-asp gives the country ${want} for ${form} in the unit ${unit}`, async (t) => {
    assert.equal((await importedRows(t, [company({ form, unit })])).lines[0]?.country_code, want);
  });
}

const OFFICERS: [list: string, want: [name: string, roles?: string[]][], noted: number][] = [
  ['NIMENI ION [Administrator]', [['NIMENI ION', ['Administrator']]], 0],
  ['A B [Administrator], C D [Comitet]', [['A B', ['Administrator']], ['C D', ['Comitet']]], 0], // prettier-ignore
  ['"A, B" SRL [Lichidator],C D [Comisia]', [['"A, B" SRL', ['Lichidator']], ['C D', ['Comisia']]], 0], // prettier-ignore
  ['A B [Administrator], A B [Lichidator], A B [Lichidator]', [['A B', ['Administrator', 'Lichidator']]], 0],
  ['A B [Datele lipsesc]', [['A B']], 0],
  ['A B []', [['A B']], 0],
  ['A B [Direcție de conducere]', [['A B', ['Direcție de conducere']]], 0],
  ['A B [Rol nou], C D [Administrator]', [['C D', ['Administrator']]], 1],
  ['[Administrator]', [], 1],
  ['123 [Administrator]', [], 1],
  ['A B', [], 1],
  ['A B [Administrator], C D', [['A B', ['Administrator']]], 1],
  ['A B [Administrator', [], 1],
  ['A B ] x [Administrator]', [['x', ['Administrator']]], 1],
  ['', [], 0],
];
for (const [list, want, noted] of OFFICERS) {
  test(`md-asp reads the officers "${list}"`, async (t) => {
    const { lines, report } = await importedRows(t, [company({ officers: list })]);
    const found = lines[0]?.officers?.map(({ name, roles }) => (roles === undefined ? [name] : [name, roles]));
    assert.deepEqual(found ?? [], want);
    assert.equal(Object.keys(report.noted).length, noted);
  });
}

for (const role of listCodes(codes.rol)) {
  test(`md-asp knows the role ${role}`, async (t) => {
    const { lines, report } = await importedRows(t, [company({ officers: `A B [${role}]` })]);
    assert.deepEqual([lines[0]?.officers?.length, report.unknown_codes], [1, {}]);
  });
}

test('md-asp decodes activities by the list beside the companies, and no licences', async (t) => {
  const activities = (label: string) => [
    ['ID', 'Denumire', 'Cod CAEM'],
    [7, label, '32.99'],
    [12, label, '4711'],
  ];
  const sheets = {
    'Clasificare licenţiate': activities('Licenţă'),
    Company: [HEADER, company({ activities: '12, 7,99' }), company({ activities: 7 })],
    'Clasificare nelicenţiate': activities('Fabricarea'),
  };
  const { lines } = await imported(t, [workbook(t, sheets)]);
  const activity = (code: string): object => ({ scheme: 'CAEM', code, label: 'Fabricarea', is_primary: false });
  assert.deepEqual(lines.map(({ classifications }) => classifications), [[activity('4711'), activity('32.99')], [activity('32.99')]]); // prettier-ignore
});

test('md-asp accounts for every record of its files, and writes no founder and no address of a person', async (t) => {
  const { report, lines, text } = await imported(t, ALL, { soleTraders: true });
  const dropped = Object.values(report.dropped).reduce((sum, { count }) => sum + count, 0);
  // Two activities became part of lines.
  assert.equal(lines.length + 2 + dropped, report.records_read);
  assert.ok(text.includes('str. Inexistentă'));
  for (const secret of ['FONDATORU', 'str. Casei', 'c/o']) assert.ok(!text.includes(secret), secret);
});

const REFUSED: [claim: string, sheets: SheetsFixture, want: RegExp, name?: string][] = [
  [
    'a workbook of other columns',
    {
      A: [
        ['IDNO', 'Denumirea'],
        [1, 'x'],
      ],
    },
    /in\.xlsx": it is not a known file of this register: its first record \("IDNO", "Denumirea"\)/,
  ],
  [
    'only activities',
    {
      A: [
        ['ID', 'Denumire', 'Cod CAEM'],
        [1, 'x', '1'],
      ],
    },
    /no input has the sheet of companies/,
  ],
  ['a column that occurs twice', { A: [[...HEADER, HEADER[0]], company()] }, /header: the column ".*" occurs twice$/],
  ['a sheet without a row', { Company: [TITLE, HEADER] }, /!Company": it holds no record$/],
  [
    'a whole file that holds next to nothing',
    { Company: [HEADER, company()] },
    /a full file of md-asp holds at least 200000 records, this one 1; .+, give "company_2026.09.14.xlsx" another name$/,
    'company_2026.09.14.xlsx',
  ],
];
for (const [claim, sheets, want, name] of REFUSED) {
  test(`md-asp refuses ${claim}`, async (t) => {
    await assert.rejects(
      imported(t, [workbook(t, sheets, name)]),
      (error) => error instanceof InputError && want.test(error.message),
    );
  });
}

test('md-asp refuses a CSV', async (t) => {
  const path = join(folder(t), 'in.csv');
  writeFileSync(path, 'a,b\n1,2\n');
  await assert.rejects(imported(t, [path]), /it is CSV; take the XLSX edition$/);
});

const SITE = 'https://dataset.gov.md/files/';
const file = (name: string, url?: string): CatalogueFile => (url === undefined ? { name } : { name, url: SITE + url });

test('currentFiles finds the newest file by the date in its name, not by the order of the list', async () => {
  const listed = [
    file('Informații la data de 07.09.2026', 'company.xlsx'),
    file('Informații la data de 14.09.2026', 'abc/company.xlsx'),
    file('Date la data de 07.12.2020', 'old.xlsx'),
    file('Fișier', '2026.08.24%20Company.xlsx'),
    file('Descriere 20.09.2026', 'readme.pdf'),
    file('Fără dată', 'x.xlsx'),
    file('Fără adresă 21.09.2026'),
    file('Nu e zi 99.99.2026', 'y.xlsx'),
  ];
  const sources = await currentFiles({ ckan: async () => listed });
  const want = { name: 'company_2026.09.14.xlsx', url: `${SITE}abc/company.xlsx`, bytesMax: 2e8 };
  assert.deepEqual(sources, [want]);
  const named = await currentFiles({ ckan: async () => [file('Fișier', 'company_2026.09.21.xlsx')] });
  assert.deepEqual(named.map(({ name }) => name), ['company_2026.09.21.xlsx']); // prettier-ignore
  assert.deepEqual(await currentFiles({ ckan: async () => [file('Descriere', 'readme.pdf')] }), []);
});
