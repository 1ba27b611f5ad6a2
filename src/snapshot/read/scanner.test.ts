import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { TABLE_NAMES, tableOf } from '../format/format.ts';
import { SnapshotScanner } from './scanner.ts';
import { RECORDS, company, id, write } from '../record-fixture.ts';

test('SnapshotScanner gives every row of every table once, in order, wherever the file is remapped', async (t) => {
  const records = RECORDS.slice(0, 50);
  const { path } = await write(folder(t), 'a.snapshot', records);
  for (const rowsPerMapping of [1, 2, 3, records.length, records.length + 1]) {
    const scanner = new SnapshotScanner(path, { rowsPerMapping });
    for (const table of TABLE_NAMES) {
      const want = Array.from(tableOf(scanner.reader.tables, table).getRange({}), ({ key, value }) => [key, value]);
      const rows: [Buffer, Buffer][] = [];
      for (const { key, value } of scanner.rows(table)) {
        rows.push([key, value]);
        // A look-up between two rows uses the current mapping.
        assert.ok(scanner.reader.company(id(1)) !== undefined);
      }
      assert.deepEqual(rows, want);
    }
    await scanner.close();
  }
});

test('SnapshotScanner stops when another file replaces the snapshot', async (t) => {
  const directory = folder(t);
  const { path } = await write(directory, 'a.snapshot', RECORDS);
  const other = await write(directory, 'b.snapshot', [company(1, { name: 'Kvarn AB' })]);
  const scanner = new SnapshotScanner(path, { rowsPerMapping: 2 });
  const rows = scanner.rows('ids');
  rows.next();
  renameSync(other.path, path);
  assert.throws(() => [...rows], /a\.snapshot": another file replaced it/);
  await scanner.close();
});
