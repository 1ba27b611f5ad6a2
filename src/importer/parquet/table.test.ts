import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { InputError } from '../../model/index.ts';
import { folder } from '../../../test/fixtures/folder.ts';
import { writeParquet, type ParquetType } from './parquet-fixture.ts';
import { openParquet, type ParquetTexts } from './table.ts';

const CODECS = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD'] as const;

async function readRows(path: string, wanted?: readonly string[]) {
  const table = await openParquet(path);
  const rows: ParquetTexts[] = [];
  let [bytes, controls] = [0, 0];
  const onBytes = (count: number): void => void (bytes += count);
  for await (const row of table.rows(wanted ?? table.columns, onBytes, (count) => void (controls += count))) rows.push(row);
  return { rows, bytes, controls };
} // prettier-ignore

const day = fc.date({ min: new Date('1500-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }).map((one) => one.toISOString().slice(0, 10)); // prettier-ignore
const CELLS: Readonly<Record<ParquetType, fc.Arbitrary<string>>> = {
  VARCHAR: fc.oneof(fc.constantFrom('O', 'P'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })).filter((text) => !/\p{Cc}/u.test(text)), // prettier-ignore
  BIGINT: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map(String),
  DOUBLE: fc.integer().map((number) => String(number / 4)),
  BOOLEAN: fc.boolean().map(String),
  DATE: day,
  TIMESTAMP: day.map((text) => `${text}T23:59:59.999`),
};
const tables = fc
  .array(fc.constantFrom(...(Object.keys(CELLS) as ParquetType[])), { minLength: 1, maxLength: 6 })
  .chain((types) =>
    fc.record({
      types: fc.constant(types),
      rows: fc.array(fc.tuple(...types.map((type) => fc.oneof(fc.constant(''), CELLS[type]))), { minLength: 1, maxLength: 60 }), // prettier-ignore
      codec: fc.constantFrom(...CODECS),
      groupRows: fc.integer({ min: 1, max: 70 }),
      pageSize: fc.integer({ min: 1, max: 500 }),
    }),
  );

test('the rows of a Parquet file are those that were written, whatever its compression, groups and pages', async (t) => {
  const path = join(folder(t), 'in.parquet');
  await fc.assert(
    fc.asyncProperty(tables, async ({ types, rows, ...writing }) => {
      const columns = Object.fromEntries(types.map((type, at) => [`c${at}`, type]));
      await writeParquet(path, columns, rows, writing);
      const want = rows.map((row) => row.map((text) => (text === '' ? undefined : text)));
      assert.deepEqual((await readRows(path)).rows, want);
    }),
    { numRuns: 60 },
  );
});

const ROWS = Array.from({ length: 3000 }, (_, i) => [`company ${i} of a register`, String(i), `${i % 7}`]);
const COLUMNS = { name: 'VARCHAR', number: 'BIGINT', kind: 'VARCHAR' } as const;

/** Writes one file with one group and many pages. */
async function written(t: TestContext): Promise<string> {
  const path = join(folder(t), 'one.parquet');
  await writeParquet(path, COLUMNS, ROWS, { groupRows: 1_000_000, pageSize: 2000, codec: 'UNCOMPRESSED' });
  return path;
}

test('a Parquet file is read page by page, and only the wanted columns', async (t) => {
  const path = await written(t);
  const { rows, bytes } = await readRows(path, ['kind', 'number']);
  assert.deepEqual(rows, ROWS.map(([, number, kind]) => [kind, number])); // prettier-ignore
  assert.ok(bytes < readFileSync(path).length / 2, `${bytes} bytes`);
  const big = join(folder(t), 'big.parquet');
  await writeParquet(big, { text: 'VARCHAR' }, Array.from({ length: 20_000 }, (_, i) => [`${i}`.padEnd(400, 'x')]), { groupRows: 1e6, pageSize: 10_000, codec: 'UNCOMPRESSED' }); // prettier-ignore
  let read = 0;
  const table = await openParquet(big);
  for await (const row of table.rows(['text'], (count) => void (read += count), () => {})) if (row[0]?.startsWith('9 ') !== true) break; // prettier-ignore
  assert.ok(read <= 512 * 1024, `${read} of 8,000,000 bytes are read for the first row`);
});

test('control characters are removed from texts, and counted', async (t) => {
  const path = join(folder(t), 'in.parquet');
  await writeParquet(path, { name: 'VARCHAR' }, [['A\u0000B\u0085'], ['C']]);
  const { rows, controls } = await readRows(path);
  assert.deepEqual([rows, controls], [[['AB\u0085'], ['C']], 1]);
});

test('a cut Parquet file is refused, wherever it was cut', async (t) => {
  const bytes = readFileSync(await written(t));
  const path = join(folder(t), 'cut.parquet');
  for (let length = 4; length < bytes.length; length += 997) {
    writeFileSync(path, bytes.subarray(0, length));
    await assert.rejects(openParquet(path), /^InputError: Cannot read ".*": it is Parquet without its end: it was cut; download it again$/); // prettier-ignore
  }
  // A file that lost its middle.
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 5000), bytes.subarray(-2000)]));
  await assert.rejects(readRows(path), /row group 1, column "\w+": it lies outside of the file$|its footer/);
});

test('a damaged Parquet file gives a clear error, or other values, and nothing else', async (t) => {
  const path = join(folder(t), 'damaged.parquet');
  for (const codec of CODECS) {
    await writeParquet(path, COLUMNS, ROWS.slice(0, 300), { groupRows: 100, codec });
    const bytes = readFileSync(path);
    for (let at = 4; at < bytes.length; at += Math.ceil(bytes.length / 150)) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      writeFileSync(path, damaged);
      await readRows(path).then(
        ({ rows }) => assert.equal(rows.length, 300),
        (error: unknown) => assert.ok(error instanceof InputError, `${codec} ${at}: ${String(error)}`),
      );
    }
  }
});

test('a nested column is refused if it is wanted, and ignored if it is not', async (t) => {
  const path = join(folder(t), 'in.parquet');
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: [
      { name: 'schema', num_children: 2 },
      { name: 'names', repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', repetition_type: 'REQUIRED', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
      { name: 'number', repetition_type: 'REQUIRED', type: 'INT64' },
    ],
  });
  await parquet.write({
    columnData: [
      { name: 'names', data: [['A'], []] },
      { name: 'number', data: [1n, 2n] },
    ],
  });
  await parquet.finish();
  writeFileSync(path, writer.getBytes());
  assert.deepEqual((await readRows(path, ['number'])).rows, [['1'], ['2']]);
  await assert.rejects(readRows(path, ['names']), /the column "names" has no simple values$/);
});
