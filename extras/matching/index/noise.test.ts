import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rankedAmong } from './ranked-fixture.ts';

suite('A name is found in spite of one change', async () => {
  // More companies of a frequent word than are compared, all before the one that has only this word.
  const frequent = ['Haldjas', 'Zorg'].flatMap((word) =>
    Array.from({ length: 200 }, (_, n) => [`${word} ${String.fromCharCode(97 + (n % 8))}${n} OÜ`, 'EE'] as const),
  );
  const ranked = await rankedAmong([
    ...frequent,
    ['Haldjas SIA', 'LV'],
    ['57017716 LTD', 'GB'],
    ['Zorg T.H.B. N.V.', 'NL'],
    ['Strooiwafel B.V.', 'NL'],
    ['Kvarnbroholmen Bygg AB', 'SE'],
    ['Bergsund Kvist Måleri AB', 'SE'],
    ['Bergsund Måleri AB', 'SE'],
  ]);
  const firstOf = (query: string): string | undefined => ranked(query)[0]?.name;

  for (const [change, query, name] of [
    ['a number without a digit', '5717716 LTD', '57017716 LTD'],
    ['a number with another digit', '57017718 LTD', '57017716 LTD'],
    ['initials with another letter', 'Zorg T.s.B. N.V.', 'Zorg T.H.B. N.V.'],
    ['a frequent word with exchanged letters', 'Hadljas SIA', 'Haldjas SIA'],
    ['a legal form without its space', 'StrooiwafelBV', 'Strooiwafel B.V.'],
    ['an abbreviated word', 'Kvarn. Bygg AB', 'Kvarnbroholmen Bygg AB'],
    ['a legal form inside', 'Kvarnbroholmen AB Bygg', 'Kvarnbroholmen Bygg AB'],
  ] as const)
    test(`${change}: "${query}" is "${name}"`, () => assert.equal(firstOf(query), name));

  test('a word left out, although another company has exactly the rest', () => {
    assert.deepEqual(
      ranked('Bergsund Måleri AB')
        .slice(0, 2)
        .map(({ name }) => name),
      ['Bergsund Måleri AB', 'Bergsund Kvist Måleri AB'],
    );
  });

  for (const query of ['57017718 LTD', 'Bergsund Måleri HB', 'Strooiwafel Amsterdam'])
    test(`"${query}" is not certain`, () => assert.equal(ranked(query)[0]?.isCertain, false));
});
