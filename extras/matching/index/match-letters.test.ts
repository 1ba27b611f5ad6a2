import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rankedAmong } from './ranked-fixture.ts';

const ranked = await rankedAmong([
  ['ĐURĐEVAC d.o.o.', 'HR'],
  ['MEĐUGRAĐE d.o.o.', 'HR'],
  ['Ωκεανή Γιασεμί Α.Ε.', 'GR'],
  ['MIKROTHALASSA OUZOPOLEIO LTD', 'CY'],
  ['Бързолистник ЕООД', 'BG'],
  ['ТОВ "Горобина Щедрик"', 'UA'],
  ['Yhdistelm Oy', 'FI'],
  ['OÜ Ühingla Põhjatuul', 'EE'],
  ['Garðvindur ehf.', 'IS'],
  ['Ķirsjuņu Ģērbtuve SIA', 'LV'],
  ['Bandwerk GmbH', 'DE'],
]);

suite('A name is certain however its letters are typed', () => {
  for (const [query, name] of [
    ['Djurdjevac d.o.o.', 'ĐURĐEVAC d.o.o.'],
    ['Medjugradje d.o.o.', 'MEĐUGRAĐE d.o.o.'],
    ['Međugrađe', 'MEĐUGRAĐE d.o.o.'],
    ['wkeanh giasemi AE', 'Ωκεανή Γιασεμί Α.Ε.'],
    ['Okeani Yiasemi', 'Ωκεανή Γιασεμί Α.Ε.'],
    ['ΜΙΚΡΟΘΑΛΑΣΣΑ ΟΥΖΟΠΩΛΕΙΟ ΛΤΔ', 'MIKROTHALASSA OUZOPOLEIO LTD'],
    ['Mikrothalassa Ouzopolio', 'MIKROTHALASSA OUZOPOLEIO LTD'],
    ['Burzolistnik EOOD', 'Бързолистник ЕООД'],
    ['Byrzolistnik', 'Бързолистник ЕООД'],
    ['Horobyna Shchedryk LLC', 'ТОВ "Горобина Щедрик"'],
    ['Gorobina Schedrik', 'ТОВ "Горобина Щедрик"'],
    ['Yhingla Pohjatuul', 'OÜ Ühingla Põhjatuul'],
    ['Gardhvindur ehf', 'Garðvindur ehf.'],
    ['Kjirsjunju Gjeerbtuve', 'Ķirsjuņu Ģērbtuve SIA'],
  ] as const)
    test(`"${query}" is "${name}"`, () => {
      const [first] = ranked(query);
      assert.deepEqual({ name: first?.name, isCertain: first?.isCertain }, { name, isCertain: true });
      assert.doesNotMatch(first?.reason ?? '', /letter|replaced|additional/);
    });

  test('but not as other countries type theirs: "Bundwerk" is not "Bandwerk"', () => {
    const [first] = ranked('Bundwerk GmbH');
    assert.match(first?.reason ?? '', /^similar name, 1 different letter/);
  });
});
