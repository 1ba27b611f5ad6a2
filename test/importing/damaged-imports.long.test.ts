import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importDamaged } from './damaged-imports.ts';
import { folder } from '../fixtures/folder.ts';

test('damaged files of every register import, or are refused with one line', async (t) => {
  const { imported, refused } = await importDamaged(folder(t), 100);
  assert.ok(imported > 0 && refused > 0, `${imported} imported, ${refused} refused`);
});
