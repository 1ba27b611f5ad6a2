import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { foldName } from '../../../src/model/index.ts';
import { spellingKey, variantHashes } from './spelling.ts';

suite('One word in several spellings has one key', () => {
  for (const spellings of [
    ['Müllerhof', 'Muellerhof', 'MULLERHOF'],
    ['Skævø', 'Skaevoe', 'SKÆVØ'],
    ['Щедрик', 'Shchedryk', 'Shchedrik'],
    ['Šahtamägi', 'Shahtamaegi'],
    ['Filippova', 'Philippova', 'Filipova'],
  ])
    test(spellings.join(', '), () => {
      const keys = new Set(spellings.map((name) => spellingKey(foldName(name))));
      assert.equal(keys.size, 1, [...keys].join(' '));
    });

  test('a word with digits has only its own', () => assert.equal(spellingKey('2700ss'), '2700ss'));
});

suite('Two keys have a hash in common', () => {
  const key = fc.string({ unit: fc.constantFrom(...'abcdefghij'.split('')), minLength: 5, maxLength: 20 });
  const share = (a: string, b: string): boolean => {
    const hashes = new Set(variantHashes(a));
    return variantHashes(b).some((hash) => hashes.has(hash));
  };

  for (const [mistake, make] of [
    ['a letter more', (word: string, at: number) => `${word.slice(0, at)}z${word.slice(at)}`],
    ['a letter less', (word: string, at: number) => word.slice(0, at) + word.slice(at + 1)],
    ['another letter', (word: string, at: number) => `${word.slice(0, at)}z${word.slice(at + 1)}`],
    ['two letters swapped', (word: string, at: number) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)], // prettier-ignore
  ] as const)
    test(`with ${mistake}`, () => {
      fc.assert(
        fc.property(key, fc.nat(), (word, nat) => {
          assert.ok(share(word, make(word, nat % (word.length - 1))));
        }),
      );
    });

  test('and seldom where they are unlike', () => {
    assert.ok(!share('kvarnbro', 'sjostjarna'));
    assert.equal(variantHashes('abc').length, 1);
    assert.equal(variantHashes('2700123').length, 1);
  });
});
