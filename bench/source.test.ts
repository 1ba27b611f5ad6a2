import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldName } from '../src/model/index.ts';
import { Random } from '../tools/sample/index.ts';
import { sampleTexts, typed } from './source.ts';

test('typed() returns 3 to 12 characters of names and numbers', () => {
  const random = new Random(1);
  const { names, numbers } = sampleTexts({ companies: 500, seed: 1 });
  for (const { text } of [...names, ...numbers]) {
    const q = typed(text, random);
    const { length } = Array.from(q);
    assert.ok(length >= 3 && length <= 12, q);
    assert.ok(foldName(text).startsWith(foldName(q)), q);
  }
});
