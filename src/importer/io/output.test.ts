import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { prepareLines } from './output.ts';

test('prepareLines writes lines of any letters and lengths, each with a line feed', async (t) => {
  const path = join(folder(t), 'lines');
  const lines = [
    'a',
    'é'.repeat(200_000),
    '',
    '会社'.repeat(70_000),
    '𐍈'.repeat(3),
    ...Array(300).fill('ä'.repeat(999)),
  ];
  const prepared = await prepareLines(
    path,
    (async function* () {
      yield* lines;
    })(),
  );
  prepared.take();
  assert.equal(readFileSync(path, 'utf8'), lines.map((line) => `${line}\n`).join(''));
});
