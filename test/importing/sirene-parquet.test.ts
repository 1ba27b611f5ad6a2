import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { folder } from '../fixtures/folder.ts';
import { createZip } from '../../src/importer/formats/zip-fixture.ts';
import { writeParquet, type ParquetType } from '../../src/importer/parquet/parquet-fixture.ts';
import { ltJar } from '../../src/registers/lt-jar/index.ts';
import { createImport } from '../../src/registers/fixture-import.ts';
import { fixtureCases } from '../../src/registers/fixtures.ts';
import { findSources, frSirene } from '../../src/registers/fr-sirene/index.ts';

const imported = createImport(frSirene);
const FIXTURES = fixtureCases('fr-sirene').flatMap(({ inputs }) => inputs);
const UNITS = FIXTURES.find((path) => path.includes('2026-08-01-StockUniteLegale')) ?? '';

/** The types in INSEE's Parquet files of June 2026, other than VARCHAR. */
const TYPES: Readonly<Record<string, ParquetType>> = {
  unitePurgeeUniteLegale: 'BOOLEAN',
  etablissementSiege: 'BOOLEAN',
  dateCreationUniteLegale: 'DATE',
  dateCreationEtablissement: 'DATE',
  dateDebut: 'DATE',
  dateDernierTraitementUniteLegale: 'TIMESTAMP',
  dateDernierTraitementEtablissement: 'TIMESTAMP',
  anneeEffectifsUniteLegale: 'BIGINT',
  anneeEffectifsEtablissement: 'BIGINT',
  anneeCategorieEntreprise: 'BIGINT',
  nombrePeriodesUniteLegale: 'BIGINT',
  nombrePeriodesEtablissement: 'BIGINT',
  categorieJuridiqueUniteLegale: 'BIGINT',
};

/** Values of the fixtures that no such column can hold. */
const IMPOSSIBLE: Readonly<Partial<Record<ParquetType, RegExp>>> = {
  BOOLEAN: /^(?!true$|false$)/,
  DATE: /^\d{4}-13/,
};

/** Writes a CSV file as Parquet, beside it in another folder. */
async function asParquet(t: TestContext, csv: string, name = basename(csv, '.csv')): Promise<string> {
  const [header = [], ...rows] = parse(readFileSync(csv));
  const columns = Object.fromEntries(header.map((column) => [column, TYPES[column] ?? 'VARCHAR']));
  const cells = rows.map((row) =>
    row.map((cell, at) => (IMPOSSIBLE[TYPES[header[at] ?? ''] ?? 'VARCHAR']?.test(cell) === true ? '' : cell)),
  );
  const path = join(folder(t), `${name}.parquet`);
  await writeParquet(path, columns, cells, { codec: 'ZSTD', groupRows: 4 });
  return path;
}

test('fr-sirene makes the same lines of the CSV and of the Parquet edition, also of both mixed', async (t) => {
  const tables: string[] = [];
  for (const csv of FIXTURES) tables.push(await asParquet(t, csv));
  for (const options of [{}, { soleTraders: true }]) {
    const { text } = await imported(t, FIXTURES, options);
    const { text: ofTables, report } = await imported(t, tables, options);
    assert.equal(ofTables, text);
    assert.deepEqual(report.leftover_fields, {});
    assert.deepEqual(new Set(report.inputs.map(({ format, proven_whole: isWhole }) => [format, isWhole].join())), new Set(['parquet,true'])); // prettier-ignore
    const mixed = FIXTURES.map((csv, at) => (at % 2 === 0 ? csv : (tables[at] ?? '')));
    assert.equal((await imported(t, mixed, options)).text, text);
  }
});

test('fr-sirene knows a Parquet file by its content, whatever its name', async (t) => {
  const path = join(folder(t), '2026-08-01-stock.csv');
  writeFileSync(path, readFileSync(await asParquet(t, UNITS)));
  const { lines } = await imported(t, [path]);
  assert.ok(lines.length > 0 && lines.every(({ as_of_date: day }) => day === '2026-08-01'));
});

test('fr-sirene refuses a Parquet file that is cut, packed, of another kind or too short, and keeps the last output', async (t) => {
  const table = await asParquet(t, UNITS);
  const bytes = readFileSync(table);
  const at = folder(t);
  const written = (name: string, content: Buffer): string => {
    writeFileSync(join(at, name), content);
    return join(at, name);
  };
  const short = await asParquet(t, UNITS, 'StockUniteLegale_utf8');
  const other = join(at, 'other.parquet');
  await writeParquet(other, { siren: 'VARCHAR', lei: 'VARCHAR' }, [['1', '2']]);
  const cases: [input: string, want: RegExp][] = [
    [written('cut.parquet', bytes.subarray(0, -100)), /it is Parquet without its end: it was cut; download it again$/],
    [written('in.zip', createZip({ 'in.parquet': bytes })), /it is Parquet within an archive or a compressed file; unpack it$/], // prettier-ignore
    [written('in.parquet.gz', gzipSync(bytes)), /it is Parquet within an archive or a compressed file; unpack it$/],
    [other, /its first record \("siren", "lei"\) has the required fields of none of the kinds units, establishments$/],
    [short, /a full file of fr-sirene holds at least 27000000 records, this one \d+; if it is an extract, give it another name$/], // prettier-ignore
  ];
  const output = join(folder(t), 'out.ndjson');
  writeFileSync(output, 'last\n');
  for (const [input, want] of cases) {
    await assert.rejects(imported(t, [input], { output }), want);
    assert.equal(readFileSync(output, 'utf8'), 'last\n');
  }
  await assert.rejects(createImport(ltJar)(t, [table]), /it is Parquet; take the CSV edition$/);
});

test('fetch downloads CSV as long as the catalogue lists it, then Parquet', () => {
  const [csv, parquet] = ['825f4199-cadd-486c-ac46-a65a8ea1a047', '350182c9-148a-46e0-8389-76c2ec1374a3'];
  const first = (...ids: string[]) => findSources(JSON.stringify({ resources: ids.map((id) => ({ id })) }))[0];
  const found = (id: string, ending: string) => ({ name: `StockUniteLegale_utf8.${ending}`, url: `https://www.data.gouv.fr/datasets/r/${id}`, bytesMax: 4e9 }); // prettier-ignore
  assert.deepEqual(first(parquet, csv), found(csv, 'zip'));
  assert.deepEqual(first(parquet), found(parquet, 'parquet'));
  assert.deepEqual(Object.keys(first() ?? {}), ['name', 'kept']);
  for (const ending of ['zip', 'parquet'])
    assert.ok(frSirene.files.superseded?.test(`StockEtablissement_utf8.${ending}`), ending);
});

test('an import of CSV does not load the reader of Parquet', () => {
  const script = `
    const { registerHooks } = await import('node:module');
    registerHooks({ resolve: (name, at, next) => { if (name.startsWith('hyparquet')) throw new Error(name); return next(name, at); } });
    const { runImport } = await import('./src/importer/index.ts');
    const { frSirene } = await import('./src/registers/fr-sirene/index.ts');
    const { written } = await runImport(frSirene, { output: '-', inputs: ${JSON.stringify(FIXTURES)}, maxRejects: 0 });
    console.error(written);`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'pipe', cwd: join(import.meta.dirname, '../..') }); // prettier-ignore
});
