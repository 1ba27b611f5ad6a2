import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LeiSet } from './lei.ts';

test('LeiSet answers like a Set', () => {
  const lei = fc.stringMatching(/^[0-9A-Z]{1,3}$/);
  fc.assert(
    fc.property(fc.array(lei), fc.array(lei), (added, asked) => {
      const set = new LeiSet();
      const model = new Set<string>();
      for (const text of added) {
        assert.equal(set.add(text), !model.has(text));
        model.add(text);
      }
      for (const text of asked) assert.equal(set.has(text), model.has(text));
    }),
  );
});

test('LeiSet keeps what it holds when it grows', () => {
  const set = new LeiSet();
  const codes = Array.from({ length: 200_000 }, (_, i) => `9845${String(i).padStart(16, '0')}`);
  for (const code of codes) assert.equal(set.add(code), true);
  for (const code of codes) assert.equal(set.has(code), true);
  assert.equal(set.has('9845XXXXXXXXXXXXXXXX'), false);
});
