import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { foldName } from '../../../src/model/index.ts';
import { FICTION, companyName } from '../../../tools/sample/index.ts';
import { findKinds } from './legal-forms.ts';
import { splitName } from './name-parts.ts';

suite('A name is taken apart', () => {
  const CASES: [name: string, words: string, forms: string[]][] = [
    ['Kvarnbro Bygg AB', 'kvarnbro bygg', ['ab']],
    ['Kvarnbro Bygg AB (publ)', 'kvarnbro bygg', ['ab publ']],
    ['UAB „Žiburėlis“', 'ziburelis', ['uab']],
    ['Lumebrùna S.p.A.', 'lumebruna', ['spa']],
    ['Lumebrùna S. P. A.', 'lumebruna', ['spa']],
    ['Skævø A/S', 'skaevo', ['as']],
    ['Lumekülas, Talve tn 12 korteriühistu', 'lumekulas talve tn 12', ['korteriuhistu']],
    ['KÜ Talve tn 12', 'talve tn 12', ['ku']],
    ['Müllerhof GmbH & Co. KG', 'mullerhof', ['gmbh & kg']],
    ['Müllerhof G.m.b.H. u. Co. K.G.', 'mullerhof', ['gmbh & kg']],
    ['Müllerhof & Co. KG', 'mullerhof co', ['kg']],
    ['GmbH & Co. KG', 'co', ['kg', 'gmbh']],
    ['GmbH und Co. KG Müllerhof', 'mullerhof', ['gmbh & kg']],
    ['Müllerhof Stiftung & Co. KG & Co. OHG', 'mullerhof', ['stiftung & kg & ohg']],
    ['Horák a spol. s r.o.', 'horak', ['spol s ro']],
    ['Horák a spol., s.r.o.', 'horak', ['spol sro']],
    ['Παπαρούνα & ΣΙΑ Ο.Ε.', 'paparoyna', ['oe', 'sia']],
    ['E.ON Kvarnbro', 'eon kvarnbro', []],
    ['A & A Kvarnbro I.A.', 'aa kvarnbro ia', []],
    ['Müllerhof und Söhne OHG', 'mullerhof sohne', ['ohg']],
    ['B.W.E. Participations S.à r.l.', 'bwe participations', ['sa rl']],
    ['B W E Participations', 'bwe participations', []],
    [
      'Śniegród spółka z ograniczoną odpowiedzialnością sp. k.',
      'sniegrod',
      ['spolka z ograniczona odpowiedzialnoscia & sp k'],
    ],
    ['AS', 'as', []],
    ['The AG', 'the', ['ag']],
    ['', '', []],
  ];
  for (const [name, words, forms] of CASES)
    test(`"${name}" is "${words}"${forms.length > 0 ? ` and ${forms.join(', ')}` : ''}`, () => {
      const parts = splitName(foldName(name));
      assert.equal(parts.words.join(' '), words);
      assert.deepEqual(parts.forms, forms);
    });

  test('every form that invented companies of the 35 countries carry is set aside, and is of one kind in its country', () => {
    const kept = FICTION.flatMap((country) =>
      country.forms
        .filter(() => country.formPlace !== 'none')
        .filter(([form]) => {
          const { words, forms } = splitName(foldName(companyName(country, 'Zzqa Zzqo', form)));
          return words.join(' ') !== 'zzqa zzqo' || forms.some((one) => findKinds(one, country.code).length !== 1);
        })
        .map(([form]) => `${country.code} ${form}`),
    );
    assert.deepEqual(kept, []);
  });

  test('any name keeps a word, and apart from forms and connecting words loses none', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9]{1,9}$/), { minLength: 1, maxLength: 9 }), (words) => {
        const parts = splitName(words.join(' '));
        assert.ok(parts.words.length > 0);
        assert.ok(parts.words.every((word) => words.join('').includes(word)));
      }),
    );
  });
});
