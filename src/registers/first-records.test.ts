import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { readFirstRecord } from '../importer/index.ts';
import { fixtureCases } from './fixtures.ts';
import { REGISTERS } from './index.ts';

/** Files whose first bytes are not enough: the notes and the table of a spreadsheet are located from the end of the file. */
const SPREADSHEETS = /\.xlsx$/;

for (const register of REGISTERS.values()) {
  test(`the first record of each file of ${register.id} is found in its first bytes, as an import reads it`, async () => {
    for (const path of fixtureCases(register.id).flatMap(({ inputs }) => inputs)) {
      if (/\.(fetched|walk)\.json$/.test(path)) continue;
      const bytes = readFileSync(path);
      const record = await readFirstRecord(register, basename(path), bytes, true);
      assert.equal(record === undefined, SPREADSHEETS.test(path), path);
    }
  });
}
