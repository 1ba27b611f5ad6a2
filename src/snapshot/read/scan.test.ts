import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { TABLE_NAMES } from '../file/table-names.ts';
import { getTable } from '../format/format.ts';
import { SnapshotReader } from './reader.ts';
import { RECORDS, company, id, write } from '../record-fixture.ts';

test('SnapshotReader gives every row of every table once, in order, wherever pages are released', async (t) => {
  const records = RECORDS.slice(0, 50);
  const { path } = await write(folder(t), 'a.snapshot', records);
  for (const limit of [1, 2, 3, records.length, records.length + 1]) {
    await using reader = SnapshotReader.open(path);
    for (const table of TABLE_NAMES) {
      const rows = [];
      for (const row of reader.scan(table, limit)) {
        rows.push(row);
        assert.ok(reader.company(id(1)) !== undefined);
      }
      const all = getTable(reader.tables, table);
      assert.deepEqual(
        rows,
        Array.from({ length: all.count }, (_, row) => all.rowAt(row)),
      );
    }
  }
});

test('SnapshotReader reads on in its file when another one replaces it', async (t) => {
  const directory = folder(t);
  const { path } = await write(directory, 'a.snapshot', RECORDS);
  const other = await write(directory, 'b.snapshot', [company(1, { name: 'Kvarn AB' })]);
  await using reader = SnapshotReader.open(path);
  const rows = reader.scan('ids', 2);
  rows.next();
  renameSync(other.path, path);
  assert.equal([...rows].length, RECORDS.length - 1);
});
