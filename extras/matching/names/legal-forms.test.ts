import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { foldName } from '../../../src/model/index.ts';
import { COMPANY_WORDS, LEGAL_FORM_TABLE, compareForms } from './legal-forms.ts';
import { splitName } from './name-parts.ts';

function compare(a: string, b: string, country: string | undefined) {
  const [one, other] = [a, b].map((form) => splitName(foldName(`Zzqa ${form}`)).forms);
  return compareForms(one ?? [], other ?? [], country);
}

suite('Legal forms agree', () => {
  for (const [a, b, country, form, contradicts] of [
    ['GmbH', 'Gesellschaft mit beschränkter Haftung', 'DE', 0.5, 0],
    ['GmbH', 'GmbH', 'DE', 1, 0],
    ['UG', 'UG (haftungsbeschränkt)', 'DE', 0.5, 0],
    ['SLU', 'SL', 'ES', 0.4, 0],
    ['j.d.o.o.', 'd.o.o.', 'HR', 0.4, 0],
    ['UG', 'GmbH', 'DE', -1, 1],
    ['HB', 'KB', 'SE', -1, 1],
    ['Ltd', 'GmbH', undefined, -0.5, 0],
    ['GmbH', 'AG', 'DE', -1, 1],
    ['GmbH', 'AG', undefined, -1, 1],
    ['Inc', 'GmbH', undefined, -1, 0],
    ['AS', 'Aksjeselskap', 'NO', 0.5, 0],
    ['AS', 'Aksjeselskap', 'CZ', -1, 0],
    ['AS', 'SIA', undefined, -1, 1],
    ['SA', 'AG', 'CH', 0.5, 0],
    ['', 'AG', 'DE', 0, 0],
    ['GmbH & Co. KG', 'GmbH u. Co. KG', 'DE', 1, 0],
    ['GmbH & Co. KG', 'GmbH und Cie. Kommanditgesellschaft', 'DE', 0.5, 0],
    ['GmbH & Co. KG', 'KG', 'DE', 0.4, 0],
    ['GmbH & Co. KG', 'AG & Co. KG', 'DE', 0.4, 0],
    ['GmbH & Co. KG', 'GmbH', 'DE', -1, 1],
    ['AG & Co. KGaA', 'AG', 'DE', -1, 1],
    ['AG & Co. KGaA', 'KGaA', 'DE', 0.4, 0],
    ['Sp. z o.o. Sp.k.', 'spółka z ograniczoną odpowiedzialnością spółka komandytowa', 'PL', 0.5, 0],
  ] as const)
    test(`"${a}" and "${b}" in ${country ?? 'any country'}: ${form}`, () => {
      assert.deepEqual(compare(a, b, country), { form, contradicts });
      assert.deepEqual(compare(b, a, country), { form, contradicts });
    });

  test('before a Romanian name, "S.C." says nothing beside another form', () => {
    const forms = (name: string): readonly string[] => splitName(foldName(name)).forms;
    for (const country of [undefined, 'RO', 'MD'])
      assert.equal(compareForms(forms('S.C. Zirbel S.R.L.'), forms('Zirbel S.A.'), country).form, -1);
    assert.equal(compareForms(forms('S.C. Zirbel'), forms('Zirbel S.A.'), 'RO').form, 0);
  });

  test('in all spellings of a form', () => {
    const different = Object.entries(LEGAL_FORM_TABLE).flatMap(([country, kinds]) =>
      Object.values(kinds).flatMap((forms) =>
        forms.split('|').flatMap((spellings) => {
          const [first = '', ...others] = spellings.split('=');
          return others.filter((other) => compare(first, other, country).form < 0.5).map((one) => `${country} ${one}`);
        }),
      ),
    );
    // Forms of two kinds in one country: the first one counts.
    assert.deepEqual(different, []);
  });
});

suite('A compound form', () => {
  const PARTNERS = ['GmbH=Gesellschaft mbH=Ges.m.b.H.', 'AG=Aktiengesellschaft', 'SE', 'UG=UG (haftungsbeschränkt)', 'Ltd.=Limited']; // prettier-ignore
  const OWN = ['KG=Kommanditgesellschaft=K.G.', 'OHG=offene Handelsgesellschaft', 'KGaA', 'C.V.', 'k.s.=k. s.', 'K/S'];
  const JOINTS = ['&', '+', 'und', 'u.', 'et', 'en', 'a', 'i', 'y', 'e', 'og', 'och', 'és', 'și', 'in', ''];
  const spelling = (groups: readonly string[]) =>
    fc.constantFrom(...groups).chain((group) => {
      const spellings = fc.constantFrom(...group.split('='));
      return fc.tuple(spellings, spellings);
    });

  test('is composed from its parts, whatever joins them', () => {
    const joint = fc.tuple(
      fc.constantFrom(...JOINTS),
      fc.constantFrom(...COMPANY_WORDS.filter((word) => word !== 'C')),
    );
    fc.assert(
      fc.property(spelling(PARTNERS), spelling(OWN), joint, joint, (partners, own, one, other) => {
        const [a, b] = [one, other].map((join, i) =>
          splitName(foldName(`Zzqa ${partners[i]} ${join.join(' ')} ${own[i]}`)),
        );
        assert.deepEqual([a?.words, b?.words], [['zzqa'], ['zzqa']]);
        assert.ok(compareForms(a?.forms ?? [], b?.forms ?? [], undefined).form >= 0.5);
      }),
    );
  });
});
