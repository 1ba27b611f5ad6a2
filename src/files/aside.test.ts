import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../test/fixtures/folder.ts';
import { createWhole, prepareWhole, writeWhole } from './aside.ts';

const prepareAndTake = async (path: string, text: string): Promise<void> => (await prepareWhole(path, text)).take();

for (const write of [writeWhole, createWhole, prepareAndTake]) {
  test(`${write.name} removes only temporary files of killed processes for the same file`, async (t) => {
    const at = folder(t);
    // No process has this number: it is above the maximum.
    for (const name of ['.report.4194305-1.partial', '.other.4194305-1.partial']) writeFileSync(join(at, name), 'cut');
    await write(join(at, 'report'), 'whole');
    assert.deepEqual(readdirSync(at).toSorted(), ['.other.4194305-1.partial', 'report']);
    assert.equal(readFileSync(join(at, 'report'), 'utf8'), 'whole');
  });
}
