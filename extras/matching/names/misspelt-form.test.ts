import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { foldName } from '../../../src/model/index.ts';
import { withoutMisspeltForm } from './misspelt-form.ts';
import { splitName } from './name-parts.ts';

suite('A legal form with a mistake is set aside', () => {
  const WORDS = new Set('kvarnbro bygg mc gesellschaft mit haftung stiftungs'.split(' '));
  for (const [name, words, forms] of [
    ['Kvarnbro Gesellschaft mit beschraenktr Haftung', 'kvarnbro', ['gesellschaft mit beschraenkter haftung']],
    ['Kvarnbro GmbH & Co. Kommanditgeselschaft', 'kvarnbro', ['gmbh & kommanditgesellschaft']],
    ['Kvarnbro Gesellschaft mitbeschränkter Hatfung', 'kvarnbro', ['gesellschaft mit beschrankter haftung']],
    ['Osaauhing Kvarnbro', 'kvarnbro', ['osauhing']],
    ['Kvarnbro Sociea in accomnadita semplice', 'kvarnbro', ['societa accomandita semplice']],
    ['Kvarnbro tn 2 kortteriuehistu', 'kvarnbro tn 2', ['korteriuehistu']],
    // Not the Italian form, which begins alike.
    ['Kvarnbro Societate cooperrativa', 'kvarnbro', ['societate cooperativa']],
    ['iMttetulundusühing MC Kvarnbro', 'mc kvarnbro', ['mittetulundusuhing']],
    ['Kvarnbro Bygg Aktiebolga', 'kvarnbro bygg', ['aktiebolag']],
    // No form is set aside: a word that a company has, a word that is not similar to a form, a word that is too short, a name that has a
    // form, and a name of one word.
    ['Kvarnbro Stiftungs', 'kvarnbro stiftungs', []],
    ['Kvarnbro Aktenberg', 'kvarnbro aktenberg', []],
    ['Kvarnbro Ax', 'kvarnbro ax', []],
    ['Aktiebolga Kvarnbro AB', 'aktiebolga kvarnbro', ['ab']],
    ['Aktiebolga', 'aktiebolga', []],
    ['', '', []],
  ] as const)
    test(`"${name}" is "${words}"${forms.length > 0 ? ` and ${forms.join(', ')}` : ''}`, () => {
      const parts = withoutMisspeltForm(splitName(foldName(name)), (word) => WORDS.has(word));
      assert.equal(parts.words.join(' '), words);
      assert.deepEqual(parts.forms, forms);
    });
});
