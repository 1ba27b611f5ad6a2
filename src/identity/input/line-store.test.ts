import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { LineStore } from './line-store.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'openfirma-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

test('LineStore returns each line in any order, longer ones than a block and empty ones, too', (t) => {
  const directory = folder(t);
  const store = new LineStore(directory);
  const lines = Array.from({ length: 5000 }, (_, i) => (i % 7 === 0 ? '' : `line ${i} ø `.repeat(i % 13)));
  lines[1234] = 'long '.repeat(50_000);
  for (const [i, line] of lines.entries()) store.add(Buffer.from(line), i % 3);
  assert.equal(store.count, lines.length);
  for (let i = 0, line = 0; i < lines.length; i++, line = (line + 3571) % lines.length) {
    assert.equal(store.text(line), lines[line], `line ${line}`);
    assert.equal(store.input(line), line % 3);
  }
  store.close();
  assert.deepEqual(readdirSync(directory), []);
});

test('LineStore takes lines after some were read', (t) => {
  const store = new LineStore(folder(t));
  for (const line of ['one', 'two', 'three']) {
    store.add(Buffer.from(line), 0);
    assert.equal(store.text(store.count - 1), line);
  }
  assert.deepEqual([store.text(0), store.text(1), store.text(2)], ['one', 'two', 'three']);
  store.close();
});
