import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { test } from 'node:test';
import { folder } from '../../../test/folder.ts';
import { TABLE_NAMES } from '../format/format.ts';
import { SnapshotPasses } from './scanner.ts';
import { RECORDS, company, id, write } from '../record-fixture.ts';

test('SnapshotPasses gives every row of every table once, in order, wherever the file is mapped anew', async (t) => {
  const { path } = await write(folder(t), 'a.snapshot', RECORDS);
  for (const rowsAMapping of [1, 2, 3, RECORDS.length, RECORDS.length + 1]) {
    const passes = new SnapshotPasses(path, { rowsAMapping });
    for (const table of TABLE_NAMES) {
      const want = Array.from(passes.reader.tables[table].getRange({}), ({ key, value }) => [key, value]);
      const rows: [Buffer, Buffer][] = [];
      for (const { key, value } of passes.rows(table)) {
        rows.push([key, value]);
        // What is looked up between two rows is looked up in the file as it is mapped then.
        assert.ok(passes.reader.company(id(1)) !== undefined);
      }
      assert.deepEqual(rows, want);
    }
    await passes.close();
  }
});

test('SnapshotPasses does not go on in a file that took the place of the one it began with', async (t) => {
  const directory = folder(t);
  const { path } = await write(directory, 'a.snapshot', RECORDS);
  const other = await write(directory, 'b.snapshot', [company(1, { name: 'Kvarn AB' })]);
  const passes = new SnapshotPasses(path, { rowsAMapping: 2 });
  const rows = passes.rows('ids');
  rows.next();
  renameSync(other.path, path);
  assert.throws(() => [...rows], /a\.snapshot": it was replaced meanwhile/);
  await passes.close();
});
