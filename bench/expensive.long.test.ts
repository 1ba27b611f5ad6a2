import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldName, foldNumber } from '../src/model/index.ts';
import { spelled } from './expensive.ts';

for (const q of ['abc', 'a b', '123', 'Åbo Bygg 7', 'x'.repeat(36)]) {
  test(`spelled() gives thousands of texts that fold as "${q}" does`, () => {
    const texts = Array.from({ length: 4000 }, (_, n) => spelled({ ask: 'search', q }, n).q);
    assert.equal(new Set(texts).size, texts.length);
    assert.equal(texts[0], q);
    for (const text of texts) {
      assert.ok(Array.from(text).length <= 64, text);
      assert.deepEqual([foldName(text), foldNumber(text)], [foldName(q), foldNumber(q)]);
    }
  });
}

test('spelled() throws where a query has no further spelling', () => {
  assert.throws(() => spelled({ ask: 'search', q: 'x'.repeat(64) }, 1), /cannot be spelled in 2 ways/);
});
