import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldName } from '../src/model/index.ts';
import { Random } from '../tools/sample/index.ts';
import { missed, sampleTexts, typed } from './source.ts';

test('typed() returns 3 to 12 characters of names and numbers, missed() a text that no name begins with', () => {
  const random = new Random(1);
  const { names, numbers } = sampleTexts({ companies: 500, seed: 1 });
  const folded = names.map(({ text }) => foldName(text));
  for (const { text } of [...names, ...numbers]) {
    const [q, miss] = [typed(text, random), missed(text, random)];
    for (const { length } of [Array.from(q), Array.from(miss)]) assert.ok(length >= 3 && length <= 12, `${q} ${miss}`);
    assert.ok(foldName(text).startsWith(foldName(q)), q);
    const foldedMiss = foldName(miss);
    assert.ok(!folded.some((name) => name.startsWith(foldedMiss)), miss);
  }
});
