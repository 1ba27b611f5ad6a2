import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { folder } from '../../../test/fixtures/folder.ts';
import { OpenedFile } from '../../files/index.ts';
import type { TableName } from './table-names.ts';
import type { Tables } from '../format/format.ts';
import { openTables } from '../read/opening.ts';
import { MappedFile } from './mapped-file.ts';
import { DamagedError } from './page-sums.ts';
import { TableWriter } from './table-writer.ts';
import { Table } from './table.ts';

type Rows = readonly (readonly [key: Buffer, value: Buffer])[];
type Written = Readonly<Partial<Record<TableName, Rows>>>;

/** Writes tables, the rows of all tables in turns, and opens them. */
async function written(t: TestContext, tables: Written): Promise<Tables> {
  const directory = folder(t);
  const path = join(directory, 'file');
  const work = join(directory, 'work');
  mkdirSync(work);
  const writer = new TableWriter(path, work);
  const names = Object.keys(tables) as TableName[];
  const longest = Math.max(0, ...names.map((name) => tables[name]?.length ?? 0));
  for (let row = 0; row < longest; row++) {
    for (const name of names) {
      const [key, value] = tables[name]?.[row] ?? [];
      if (key !== undefined && value !== undefined) writer.put(name, key, value);
    }
  }
  await writer.finish();
  assert.deepEqual(readdirSync(work), [], 'the writer removes its own files');
  const file = new OpenedFile(path);
  const opened = openTables(file.descriptor, path);
  t.after(async () => {
    await opened.file.close();
    await file.close();
  });
  return opened;
}

/** Keys of few different bytes, zeros included, so that many share their first 8 bytes. */
const key = fc
  .uint8Array({ minLength: 1, maxLength: 12, max: 3 })
  .chain((head) => fc.constantFrom(0, 1, 200).map((more) => Buffer.concat([head, Buffer.alloc(more, 7)])));
const value = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.nat(20_000).map((length) => Buffer.alloc(length, length)),
);
const rows = fc
  .uniqueArray(fc.tuple(key, value), { maxLength: 120, selector: ([one]) => one.toString('hex') })
  .map((all) => all.toSorted(([a], [b]) => a.compare(b)));

suite('A table', () => {
  test('has the rows that were written, and finds each key and the first key from any on', async (t) => {
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.array(key, { maxLength: 40 }), async (some, others, wanted) => {
        const tables = await written(t, { ids: some, numbers: others });
        for (const [table, list] of [
          [tables.ids, some],
          [tables.numbers, others],
        ] as const) {
          assert.equal(table.count, list.length);
          for (const [at, [wantedKey, wantedValue]] of list.entries())
            assert.deepEqual(table.rowAt(at), { key: wantedKey, value: wantedValue });
          for (const one of [...wanted, ...list.map(([each]) => each)]) {
            const at = list.findIndex(([each]) => each.compare(one) >= 0);
            const first = at < 0 ? list.length : at;
            assert.equal(table.firstFrom(one), first);
            const found = list[first]?.[0].equals(one) === true ? list[first][1] : undefined;
            assert.deepEqual(table.get(one), found);
            assert.equal(table.find(one), found !== undefined);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('of many pieces has the positions of all rows, which are spooled to a file', async (t) => {
    const list = Array.from({ length: 120_000 }, (_, n): [Buffer, Buffer] => {
      const number = Buffer.alloc(4);
      number.writeUInt32BE(2 * n);
      return [number, Buffer.from(`value ${n}`)];
    });
    const { ids } = await written(t, { ids: list });
    assert.equal(ids.count, list.length);
    for (let n = 0; n < list.length; n += 997) {
      assert.equal(ids.get(list[n]?.[0] ?? assert.fail())?.toString(), `value ${n}`);
      assert.equal(ids.find(Buffer.from([0, 0, 0, 1])), false);
    }
  });

  test('without rows is empty', async (t) => {
    const { ids } = await written(t, {});
    assert.deepEqual([ids.count, ids.get(Buffer.from('a')), ids.firstFrom(Buffer.from('a'))], [0, undefined, 0]);
  });

  test('keeps what it has returned while other rows are read, until the file is closed', async (t) => {
    const tables = await written(t, { ids: [[Buffer.from('a'), Buffer.from('one')], [Buffer.from('b'), Buffer.from('two')]] }); // prettier-ignore
    const one = tables.ids.get(Buffer.from('a'));
    assert.equal(tables.ids.get(Buffer.from('b'))?.toString(), 'two');
    tables.file.release();
    assert.equal(one?.toString(), 'one');
    await Promise.all([tables.file.close(), tables.file.close()]);
    assert.equal(one?.length, 0, 'memory that is gone is not read');
    assert.throws(() => tables.ids.get(Buffer.from('a')), /detached/);
  });

  test('is not there if the system refuses to map the file', () => {
    assert.throws(
      () => new MappedFile(-1, 'no.snapshot', 100),
      /Cannot map the snapshot "no.snapshot" into memory: .*error 9/,
    );
  });

  test('whose parts are outside of the file is refused, and so is a row there', async (t) => {
    const { file, pages, ids } = await written(t, { ids: [[Buffer.from('a'), Buffer.from('one')]] });
    const parts = { rows: 1, positions: 0, prefixes: 0, bytes: 0 };
    for (const wrong of [{ rows: 2 ** 40 }, { rows: -1 }, { positions: 2 ** 50 }, { prefixes: -8 }])
      assert.throws(() => new Table('ids', file, pages, { ...parts, ...wrong }), /are not in the file/);
    // Its positions are other bytes of the file.
    const elsewhere = new Table('ids', file, pages, { ...parts, positions: 1 });
    assert.throws(() => elsewhere.seek(0), DamagedError);
    assert.throws(() => ids.seek(1), /the table "ids" is damaged at byte \d+: it has no row 1/);
  });
});

suite('TableWriter', () => {
  test('refuses a key that is not after the last one of its table', (t) => {
    const directory = folder(t);
    const writer = new TableWriter(join(directory, 'file'), directory);
    writer.put('ids', Buffer.from('b'), Buffer.alloc(0));
    writer.put('numbers', Buffer.from('a'), Buffer.alloc(0));
    for (const late of ['a', 'b'])
      assert.throws(() => writer.put('ids', Buffer.from(late), Buffer.alloc(0)), /"ids": it is not after the last one/);
    writer.close();
  });

  test('refuses to write over a file, and removes its own files when it is closed early', (t) => {
    const directory = folder(t);
    const path = join(directory, 'file');
    const writer = new TableWriter(path, directory);
    for (let n = 0; n < 100_000; n++) writer.put('ids', Buffer.from(String(n).padStart(6, '0')), Buffer.alloc(0));
    assert.throws(() => new TableWriter(path, directory), /EEXIST/);
    writer.close();
    assert.deepEqual(readdirSync(directory), ['file']);
  });
});
