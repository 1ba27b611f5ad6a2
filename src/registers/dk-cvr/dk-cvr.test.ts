import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ImportOptions } from '../../importer/index.ts';
import { folder } from '../../../test/fixtures/folder.ts';
import { imported } from '../fixture-import.ts';
import { dkCvr, findSources } from './index.ts';

const FIXTURES = fileURLToPath(new URL('fixtures', import.meta.url));
const ALL = readdirSync(FIXTURES).filter((name) => name.startsWith('cvr')).map((name) => join(FIXTURES, name)); // prettier-ignore

const HEADS = {
  companies: 'id,CVRNummer,status,virksomhedStartdato,virkningFra,virkningTil,registreringTil',
  names: 'CVREnhedsId,vaerdi,sekvens,virkningFra,virkningTil,registreringTil',
  forms: 'CVREnhedsId,vaerdi,vaerdiTekst,virkningFra,virkningTil,registreringTil',
  activities: 'CVREnhedsId,vaerdi,vaerdiTekst,sekvens,virkningFra,virkningTil,registreringTil',
  addresses: 'CVREnhedsId,AdresseringAnvendelse,CVRAdresse_landekode,virkningFra,virkningTil,registreringTil',
  units: 'pNummer,tilknyttetVirksomhedsCVRNummer',
} as const;
const WHOLE: Partial<Record<keyof typeof HEADS, readonly string[]>> = {
  companies: ['1,99999012,aktiv,2005-01-01,2020-01-01,,'],
  names: ['1,A,0,2020-01-01,,'],
  forms: ['1,60,Aktieselskab,2020-01-01,,'],
};

/** Writes files with these rows, each named after its kind. */
function writeFiles(t: TestContext, files: typeof WHOLE): string[] {
  const at = folder(t);
  return Object.entries(files).map(([kind, rows]) => {
    const path = join(at, `${kind}.csv`);
    writeFileSync(path, `${[HEADS[kind as keyof typeof HEADS], ...rows].join('\n')}\n`);
    return path;
  });
}

const importFiles = (t: TestContext, files: typeof WHOLE, options: Partial<ImportOptions> = {}) =>
  imported(t, dkCvr, writeFiles(t, files), options);

const READ: [claim: string, more: typeof WHOLE, want: object][] = [
  ['the name that began last', { names: ['1,A,0,2019-01-01,,', '1,B,0,2020-01-01,,', '1,C,0,2018-01-01,,'] }, { name: 'B' }],
  ['the main name before others', { names: ['1,A,1,2025-01-01,,', '1,B,0,2020-01-01,,'] }, { name: 'B', other_names: [{ name: 'A', kind: 'Navn', from: '2025-01-01' }] }],
  ['a former name, and none that was a mistake', { names: ['1,A,0,2020-01-01,,', '1,B,0,2001-01-01T00:00:00+01:00,2019-12-31T00:00:00+01:00,', '1,C,0,2018-01-01,,2018-01-02'] }, { name: 'A', former_names: [{ name: 'B', kind: 'Navn', from: '2001-01-01', until: '2019-12-31' }] }],
  ['the Danish days of instants in UTC', { companies: ['1,99999012,aktiv,2004-12-31T23:00:00Z,2020-01-01,,'], names: ['1,A,0,2020-01-01,,', '1,B,0,2010-06-30T22:00:00.000000+00:00,2019-12-31T22:59:59Z,'] }, { registered_on: '2005-01-01', former_names: [{ name: 'B', kind: 'Navn', from: '2010-07-01', until: '2019-12-31' }] }],
  ['the Danish days of Danish times', { companies: ['1,99999012,aktiv,2005-01-01T00:00:00.000000+01:00,2020-01-01,,'] }, { registered_on: '2005-01-01' }],
  ['the form in force', { forms: ['1,80,Anpartsselskab,2001-01-01,2019-12-31,', '1,60,Aktieselskab,2020-01-01,,', '1,70,Partnerselskab,2021-01-01,,2021-01-02'] }, { company_type: '60', legal_form: 'Aktieselskab' }],
  ['forms among activities, should they be ordered', { forms: [], activities: ['1,60,Aktieselskab,0,2020-01-01,,'] }, { company_type: '60' }],
  ['the standard of an activity by its day', { activities: ['1,014900,X,0,2025-01-01,,', '1,620100,Y,1,2024-12-31,,'] }, { classifications: [{ scheme: 'DB25', code: '014900', label: 'X', is_primary: true }, { scheme: 'DB07', code: '620100', label: 'Y', is_primary: false }] }],
  ['the country of the seat', { addresses: ['1,postadresse,SE,2020-01-01,,', '1,beliggenhedsadresse,DK,2020-01-01,,'] }, { country_code: 'DK' }],
  ['the country of the postal address, where it is the only one', { addresses: ['1,POSTADRESSE,GL,2020-01-01,,'] }, { country_code: 'GL' }],
]; // prettier-ignore
for (const [claim, more, want] of READ) {
  test(`dk-cvr takes ${claim}`, async (t) => {
    const files = Object.entries({ ...WHOLE, ...more }).filter(([, rows]) => rows.length > 0);
    const { lines } = await importFiles(t, Object.fromEntries(files));
    assert.equal(lines.length, 1);
    assert.deepEqual({ ...lines[0], ...want }, lines[0]);
  });
}

for (const [code, label] of [
  ['10', 'Enkeltmandsvirksomhed'],
  ['15', 'Personligt ejet mindre virksomhed'],
  ['20', 'Dødsbo'],
  ['999', 'Enkeltmandsvirksomhed'],
] as const) {
  test(`dk-cvr skips the form ${code} ${label}, a person in business, unless it is requested`, async (t) => {
    const files = { ...WHOLE, forms: [`1,${code},${label},2020-01-01,,`] };
    const { lines, report } = await importFiles(t, files);
    assert.deepEqual(lines, []);
    assert.equal(report.dropped['sole trader']?.count, 1);
    assert.equal((await importFiles(t, files, { soleTraders: true })).lines[0]?.name, 'A');
  });
}

test('dk-cvr leaves out a company whose form is not published: it may be a person', async (t) => {
  const { lines, report } = await importFiles(t, { ...WHOLE, forms: ['2,60,Aktieselskab,2020-01-01,,'] });
  assert.deepEqual(lines, []);
  assert.equal(report.dropped['without a form, so perhaps a sole trader']?.count, 1);
});

test('dk-cvr never writes a person of the file of names, a c/o name, a postal address or the address of a sole trader', async (t) => {
  const { text } = await imported(t, dkCvr, ALL, { soleTraders: true });
  const sources = ALL.map((path) => readFileSync(path, 'utf8')).join('');
  for (const secret of ['Ingen Person Jensen', 'Hemmelig Person', 'Gaden', 'Enkeltmandsgade', 'Fejlskrevet']) {
    assert.ok(sources.includes(secret), secret);
    assert.ok(!text.includes(secret), secret);
  }
});

test('dk-cvr passes over production units', async (t) => {
  const { lines, report } = await importFiles(t, { ...WHOLE, units: ['7,99999012'] });
  assert.equal(lines.length, 1);
  assert.match(report.inputs.find(({ name }) => name.endsWith('units.csv'))?.passed_over ?? '', /places of work/);
});

test('dk-cvr dates lines by the file of companies, or by the command line', async (t) => {
  const dates = async (options: Partial<ImportOptions>): Promise<unknown[]> =>
    (await imported(t, dkCvr, ALL, options)).lines.map((line) => line.as_of_date);
  assert.deepEqual(new Set(await dates({})), new Set(['2026-11-14']));
  assert.deepEqual(new Set(await dates({ published: '2026-11-20' })), new Set(['2026-11-20']));
  assert.equal((await importFiles(t, WHOLE)).lines[0]?.as_of_date, undefined);
});

for (const [kind, want] of [
  ['companies', /no input is a file of Virksomhed;/],
  ['names', /no input is a file of Navn;/],
  ['forms', /no input is a file of Virksomhedsform;/],
] as const) {
  test(`dk-cvr refuses an import without ${kind}`, async (t) => {
    const { [kind]: _, ...rest } = WHOLE;
    await assert.rejects(importFiles(t, rest), want);
  });
}

test('dk-cvr refuses a file of no known entity', async (t) => {
  const path = join(folder(t), 'in.csv');
  writeFileSync(path, 'CVREnhedsId,antal\n1,2\n');
  await assert.rejects(
    imported(t, dkCvr, [path]),
    /: it is not a known file of this register: its first record \("CVREnhedsId", "antal"\) has the required/,
  );
});

test('dk-cvr ignores the columns by which the distributor keeps copies', async (t) => {
  const inputs = writeFiles(t, WHOLE);
  for (const path of inputs) {
    const [head, ...rows] = readFileSync(path, 'utf8').trim().split('\n');
    const technical = ['Opdateringstid', 'RegisterImportSequenceNumber', 'RowId', 'RowVersion'].map((name) => `datafordeler${name}`); // prettier-ignore
    writeFileSync(path, `${head},${technical.join(',')}\n${rows.map((row) => `${row},2026-10-10,5,x,1\n`).join('')}`);
  }
  const { report, lines } = await imported(t, dkCvr, inputs);
  assert.deepEqual([lines.length, report.leftover_fields], [1, {}]);
});

const listed = (entityName: string, pointInTime: string | null, more: object = {}): object => ({ entityName, typeOfData: 'Current', containedFileFormat: 'csv', pointInTime, ...more }); // prettier-ignore
const LIST = JSON.stringify({
  availableFileDownloads: [
    listed('Virksomhed', '2026-10-02T23:08:08.854198Z'),
    listed('Virksomhed', '2026-10-09T23:08:00.414615Z'),
    listed('Virksomhed', '2026-10-16T23:08:00Z', { typeOfData: 'Temporal' }),
    listed('Navn', '2026-10-16T21:08:00Z', { containedFileFormat: 'json' }),
    listed('Navn', '2026-10-09T21:08:00Z'),
    listed('Branche', null),
    listed('Telefonnummer', '2026-10-16T23:08:00Z'),
  ],
});

test('dk-cvr fetches five entities with the key of the operator, named after the Danish day of their data', () => {
  const sources = findSources(LIST);
  const names = sources.map(({ name }) => name);
  assert.deepEqual(names, ['Virksomhed-2026-10-10.zip', 'Navn-2026-10-09.zip', 'Virksomhedsform.zip', 'Branche.zip', 'Adressering.zip']); // prettier-ignore
  for (const source of sources) assert.ok('url' in source && source.url.includes('apiKey={API_KEY}'));
  for (const name of [...names, 'Virksomhed.zip']) assert.ok(dkCvr.files.superseded?.test(name), name);
  for (const other of ['Produktionsenhed.zip', 'CVR_V2_Navn_TotalDownload_csv_Current_525.zip']) assert.ok(!dkCvr.files.superseded?.test(other), other); // prettier-ignore
  assert.deepEqual(dkCvr.files.server?.credentials?.settings, ['API_KEY']);
});

test('dk-cvr reads the day in the name of a fetched zip, and expects a whole register in it', () => {
  const expected = [dkCvr.expect].flat();
  for (const source of [...findSources(LIST), ...findSources('{"availableFileDownloads":[]}')]) {
    const matching = expected.filter(({ packedIn }) => packedIn?.test(source.name) === true);
    assert.equal(matching.length, 1, source.name);
    const { year, month, day } = dkCvr.files.stamp?.exec(source.name)?.groups ?? {};
    const named = /\d{4}-\d{2}-\d{2}/.exec(source.name)?.[0];
    assert.equal(year && `${year}-${month}-${day}`, named);
  }
});

test('dk-cvr refuses another response than a list of files', () => {
  for (const list of ['{"availableFileDownloads":"none"}', '<html>', '[]'])
    assert.throws(
      () => findSources(list),
      /^InputError: Cannot use the list of files: it has no availableFileDownloads/,
    );
});
