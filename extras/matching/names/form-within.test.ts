import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { foldName } from '../../../src/model/index.ts';
import { NameComparison } from './compare-names.ts';
import { readingsWithForm } from './form-within.ts';
import { splitName } from './name-parts.ts';

const WORDS = new Set('kvarnbro bygg prola'.split(' '));
const split = (name: string) => splitName(foldName(name));
const read = (name: string) => readingsWithForm(split(name), (word) => WORDS.has(word));

suite('A legal form inside a query, or without a space before it, is set aside', () => {
  for (const [name, words, forms] of [
    ['Kvarnbro AB Bygg', 'kvarnbro bygg', ['ab']],
    ['Kvarnbro GmbH & Co. KG Hamburg', 'kvarnbro hamburg', ['gmbh & kg']],
    ['KvarnbroGmbH', 'kvarnbro', ['gmbh']],
    ['Kvarnbro ByggS.p.A.', 'kvarnbro bygg', ['spa']],
  ] as const)
    test(`"${name}" is "${words}" and ${forms.join()}`, () => {
      const reading = read(name).find((one) => one.words.join(' ') === words);
      assert.deepEqual(reading?.forms, forms);
    });

  for (const name of ['Kvarnbro AB Bygg HB', 'StrangeGmbH', 'Kvarnbro Bygg', ''])
    test(`"${name}" has no other reading`, () => assert.deepEqual(read(name), []));
});

test('a reading is meant only by names with its legal form', () => {
  const comparison = new NameComparison(split('Prolaod'), () => 1, undefined, undefined, read('Prolaod'));
  assert.equal(comparison.with(split('Prola OD'), undefined).same, 1);
  assert.equal(comparison.with(split('Prola OÜ'), undefined).same, 0);
});
