import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { folder } from '../../../test/fixtures/folder.ts';
import { openParquet } from './table.ts';

const ROWS = 20_000;

/** A table with the types of SIRENE, in which each column has another share of nulls and of equal values. */
const TABLE = `
  select lpad((i * 7919 % 1000000000)::varchar, 9, '0') siren,
    case when i % 5 > 0 then 'SOCIÉTÉ INVENTÉE ' || i end nom,
    (5000 + i % 800)::bigint categorie,
    i % 3 = 0 purgee,
    case when i % 4 > 0 then date '1899-12-31' + (i % 40000)::int end jour,
    case when i % 4 <> 1 then timestamp '2020-01-01 10:11:12.345' + interval (i) second end moment,
    case when i % 1000 = 0 then 'rare' end rare
  from range(${ROWS}) r(i)`;

const TEXTS = `select siren, nom, categorie::varchar, purgee::varchar, jour::varchar, strftime(moment, '%Y-%m-%dT%H:%M:%S.%g'), rare from (${TABLE})`; // prettier-ignore

for (const writing of [
  'CODEC snappy',
  'CODEC zstd, ROW_GROUP_SIZE 5000',
  'CODEC gzip',
  'CODEC brotli, DICTIONARY_SIZE_LIMIT 100000',
  'CODEC uncompressed',
  'CODEC zstd, PARQUET_VERSION V2',
])
  test(`what DuckDB writes with ${writing} is read as DuckDB shows it`, async (t) => {
    const path = join(folder(t), 'in.parquet');
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    t.after(() => duckdb.closeSync());
    await duckdb.run(`copy (${TABLE}) to '${path}' (format parquet, ${writing})`);
    const want = (await duckdb.runAndReadAll(TEXTS)).getRowsJson();
    const table = await openParquet(path);
    const read: unknown[] = [];
    for await (const texts of table.rows(table.columns, () => {}, () => {})) read.push(texts.map((text) => text ?? null)); // prettier-ignore
    assert.equal(read.length, ROWS);
    assert.deepEqual(read, want);
  });

test('a compression that is not known is refused by its name', async (t) => {
  const path = join(folder(t), 'in.parquet');
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  t.after(() => duckdb.closeSync());
  await duckdb.run(`copy (${TABLE}) to '${path}' (format parquet, CODEC lz4_raw)`);
  const table = await openParquet(path);
  await assert.rejects(table.rows(['siren'], () => {}, () => {}).next(), /its compression LZ4_RAW is not one of UNCOMPRESSED, SNAPPY, GZIP, BROTLI, ZSTD$/); // prettier-ignore
});
