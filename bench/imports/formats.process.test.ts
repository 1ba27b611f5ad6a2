import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { imported } from '../../src/registers/fixture-import.ts';
import { findRegister } from '../../src/registers/index.ts';
import { folder } from '../../test/fixtures/folder.ts';
import { FORMATS, ensureFile } from './formats.ts';

const RECORDS = 1100;

for (const [name, format] of Object.entries(FORMATS)) {
  test(`the invented file "${name}" has only what ${format.register} knows, and the bare reader reads all of it`, async (t) => {
    const path = ensureFile(folder(t), format, RECORDS);
    const { report } = await imported(t, findRegister(format.register), [path]);
    const { lines_written, dropped, noted, unknown_codes, leftover_fields } = report;
    assert.equal(lines_written, RECORDS);
    assert.deepEqual([dropped, noted, unknown_codes, leftover_fields], [{}, {}, {}, {}]);
    const bare = spawnSync(process.execPath, [join(import.meta.dirname, 'bare.ts'), name, path], { encoding: 'utf8' });
    assert.equal(bare.stdout, `${RECORDS}\n`, bare.stderr);
  });
}
