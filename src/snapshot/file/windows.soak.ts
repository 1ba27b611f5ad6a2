/** A file of several windows: nothing that is read as one piece crosses the end of one. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { OpenedFile } from '../../files/index.ts';
import { openTables } from '../read/opening.ts';
import { WINDOW_BYTES } from './mapped-file.ts';
import { TableWriter } from './table-writer.ts';

test('a file of more than two windows has all rows that were written', async (t) => {
  const directory = folder(t);
  const path = join(directory, 'file');
  const writer = new TableWriter(path, directory);
  const noise = randomBytes(2 ** 20);
  const valueOf = (row: number): Buffer =>
    noise.subarray(row % 4096, (row % 4096) + 500_000 + ((row * 7919) % 500_000));
  const rows = Math.ceil((2.2 * WINDOW_BYTES) / 750_000);
  for (let row = 0; row < rows; row++) writer.put('ids', Buffer.from(String(row).padStart(6, '0')), valueOf(row));
  await writer.finish();
  assert.ok(statSync(path).size > 2 * WINDOW_BYTES);
  const file = new OpenedFile(path);
  const tables = openTables(file.descriptor, path);
  for (let row = 0; row < rows; row++) {
    assert.ok(tables.ids.get(Buffer.from(String(row).padStart(6, '0')))?.equals(valueOf(row)), `row ${row}`);
    if (row % 100 === 0) tables.file.release();
  }
  await tables.file.close();
  await file.close();
});
