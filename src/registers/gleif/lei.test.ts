import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LeiSet, isLei } from './lei.ts';

for (const [claim, text, want] of [
  ['accepts right check digits', '984500FIXTURE0000179', true],
  ['refuses wrong check digits', '984500FIXTURE0000100', false],
  ['refuses two characters changed for each other', '984500FIXTUER0000179', false],
  ['refuses lower case', '984500fixture0000179', false],
  ['refuses 19 characters', '984500FIXTURE000017', false],
  ['refuses 21 characters', '984500FIXTURE00001790', false],
] as const) {
  test(`isLei ${claim}`, () => assert.equal(isLei(text), want));
}

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
