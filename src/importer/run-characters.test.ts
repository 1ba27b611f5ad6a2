import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../test/fixtures/folder.ts';
import { createTar } from './formats/tar-fixture.ts';
import { createZip } from './formats/zip-fixture.ts';
import { importToys } from './imported-toys-fixture.ts';

const NUL = '\0';
const ODD: [claim: string, bytes: Buffer][] = [
  ['a CSV', Buffer.from(`number;name\n1;Ä${NUL} O\u000By\u0090\n`)],
  ['a header', Buffer.from(`num${NUL}ber;na\u000Bme\n1;Ä Oy\u007f\n`)],
  ['JSON', Buffer.from(`[{"number":"1","name":"Ä${NUL} O\u000By\u0090"}]`)],
  ['escapes of JSON', Buffer.from(String.raw`[{"number":"1","name":"Ä\u0000 O\u000By\u0090"}]`)],
  ['a zip', createZip({ 'toys.csv': `number;name\n1;Ä${NUL} O\u000By\u0090\n` })],
  ['a tar', createTar({ 'toys.csv': `number;name\n1;Ä${NUL} O\u000By\u0090\n` })],
];
for (const [claim, bytes] of ODD) {
  test(`runImport removes and counts control characters of ${claim}`, async (t) => {
    const at = folder(t);
    writeFileSync(join(at, 'in'), bytes);
    const report = await importToys(join(at, 'out'), [join(at, 'in')]);
    assert.match(readFileSync(join(at, 'out'), 'utf8'), /"name":"Ä Oy",.*"value":"1"/);
    assert.equal(report.inputs[0]?.control_characters_removed, 3);
  });
}

test('runImport refuses UTF-16 without a mark, which would be ASCII without its zeros', async (t) => {
  const at = folder(t);
  for (const swap of [false, true]) {
    const bytes = Buffer.from('number;name\n1;Ł Oy\n', 'utf16le');
    writeFileSync(join(at, 'in'), swap ? bytes.swap16() : bytes);
    await assert.rejects(importToys(join(at, 'out'), [join(at, 'in')]), /it is UTF-16; must be UTF-8$/);
  }
});
