import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InputError } from '../../model/index.ts';
import { KeyedTexts } from '../index.ts';

test('KeyedTexts holds what a Map holds, the first text of a key staying, and knows what was never taken', () => {
  const key = fc.string({ unit: 'grapheme', maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.string({ unit: 'grapheme' }))), fc.array(key), (entries, taken) => {
      const held = new KeyedTexts('entries');
      const model = new Map<string, string>();
      for (const [name, text] of entries) {
        assert.equal(held.add(name, text), !model.has(name));
        if (!model.has(name)) model.set(name, text);
      }
      for (const name of taken) assert.equal(held.take(name), model.get(name));
      for (const name of taken) model.delete(name);
      assert.deepEqual([...held.untaken()].toSorted(), [...model.keys()].toSorted());
    }),
  );
});

test('KeyedTexts finds every one of many texts, over many chunks and a table that grew', () => {
  const held = new KeyedTexts('entries');
  for (let i = 0; i < 200_000; i++) assert.ok(held.add(String(i), `text of ${i}`));
  for (let i = 0; i < 200_000; i++) assert.equal(held.take(String(i)), `text of ${i}`);
  assert.equal(held.take('200000'), undefined);
  assert.deepEqual([...held.untaken()], []);
});

test('KeyedTexts refuses an entry, and more entries in all, than its memory allows', () => {
  const held = new KeyedTexts('toys');
  const most = 'x'.repeat(1024 * 1024 - 7);
  assert.throws(() => held.add('k', `${most}x`), new InputError('Cannot hold toys: one is 1048577 bytes long; at most 1048576 are allowed')); // prettier-ignore
  for (let i = 0; i < 192; i++) held.add(String.fromCharCode(i), most.slice(0, 1_000_000));
  assert.throws(() => held.add('one more', most.slice(0, 1_000_000)), /^InputError: Cannot hold toys: they are longer than/); // prettier-ignore
});
