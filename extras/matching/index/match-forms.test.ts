import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { rankedAmong } from './ranked-fixture.ts';

const ranked = await rankedAmong([
  ['Deichkrone GmbH u. Co. KG', 'DE'],
  ['Deichkrone Verwaltungs-GmbH', 'DE'],
  ['Glowfisch GmbH & Co. KG', 'DE'],
  ['Almbrunn Gesellschaft m.b.H. & Co. KG', 'AT'],
  ['Korbhaus Muster GmbH und Co. KG', 'DE'],
  ['Nordkante UG (haftungsbeschränkt) & Co. KG', 'DE'],
  ['Hankelwerk AG & Co. KGaA', 'DE'],
  ['Miesbrunn u. Söhne GmbH', 'DE'],
  ['DRZEWKO I SYNOWIE SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ SPÓŁKA KOMANDYTOWA', 'PL'],
  ['Zaunpfahl UG (haftungsbeschränkt)', 'DE'],
  ['PETROM ZIRBEL S.A.', 'RO'],
  ['SIA "Ūdensroze"', 'LV'],
  ['Polderlicht B.V. & Co. C.V.', 'NL'],
  ['Žlutásek a spol., s.r.o.', 'CZ'],
  ['Horákova Hruška s.r.o. a spol., k.s.', 'CZ'],
  ['Tangmark ApS & Co. K/S', 'DK'],
  ['Heckenrose Stiftung & Co. KG', 'DE'],
  ['Wellenkamm SE & Co. KG', 'DE'],
  ['Binsenkorb GmbH & Co. OHG', 'DE'],
  ['Rigolara S.r.l. & C. S.a.s.', 'IT'],
  ['Bokréta és Társa Kft.', 'HU'],
  ['Windpark I Seegrund GmbH', 'DE'],
  ['Vitamin E Rapsfeld GmbH', 'DE'],
  ['M. I T. DRZEWIECCY SP.J.', 'PL'],
  ['K. a L. Žlutáskovi v.o.s.', 'CZ'],
  ['P. und W. Ringelkraut OHG', 'DE'],
  ['A.I.B. Kvistlund GmbH', 'DE'],
]);

suite('A name is certain whichever way its legal form and its joints are written', () => {
  for (const [query, name] of [
    ['Deichkrone GmbH & Co. KG', 'Deichkrone GmbH u. Co. KG'],
    ['Glowfisch GmbH und Co. KG', 'Glowfisch GmbH & Co. KG'],
    ['Glowfisch GmbH u. Co. KG', 'Glowfisch GmbH & Co. KG'],
    ['Glowfisch GmbH & Co. Kommanditgesellschaft', 'Glowfisch GmbH & Co. KG'],
    ['Glowfisch GmbH + Cie KG', 'Glowfisch GmbH & Co. KG'],
    ['GmbH & Co. KG Glowfisch', 'Glowfisch GmbH & Co. KG'],
    ['Glowfisch', 'Glowfisch GmbH & Co. KG'],
    ['Almbrunn GmbH & Co KG', 'Almbrunn Gesellschaft m.b.H. & Co. KG'],
    ['Almbrunn Ges.m.b.H. & Co. KG', 'Almbrunn Gesellschaft m.b.H. & Co. KG'],
    ['Almbrunn Ges. m. b. H. & Co. KG', 'Almbrunn Gesellschaft m.b.H. & Co. KG'],
    ['Korbhaus Muster GmbH & Co. KG', 'Korbhaus Muster GmbH und Co. KG'],
    ['Nordkante UG & Co. KG', 'Nordkante UG (haftungsbeschränkt) & Co. KG'],
    ['Nordkante UG (haftungsbeschraenkt) & Co. KG', 'Nordkante UG (haftungsbeschränkt) & Co. KG'],
    ['Hankelwerk', 'Hankelwerk AG & Co. KGaA'],
    ['Hankelwerk KGaA', 'Hankelwerk AG & Co. KGaA'],
    ['Miesbrunn & Söhne GmbH', 'Miesbrunn u. Söhne GmbH'],
    ['Miesbrunn und Söhne GmbH', 'Miesbrunn u. Söhne GmbH'],
    [
      'Drzewko & Synowie Sp. z o.o. Sp.k.',
      'DRZEWKO I SYNOWIE SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ SPÓŁKA KOMANDYTOWA',
    ],
    ['Zaunpfahl UG', 'Zaunpfahl UG (haftungsbeschränkt)'],
    ['Polderlicht BV en Co CV', 'Polderlicht B.V. & Co. C.V.'],
    ['Žlutásek & spol. s.r.o.', 'Žlutásek a spol., s.r.o.'],
    ['Horákova Hruška s.r.o. & spol. k.s.', 'Horákova Hruška s.r.o. a spol., k.s.'],
    ['Tangmark ApS og Co K/S', 'Tangmark ApS & Co. K/S'],
    ['Heckenrose Stiftung u. Co. KG', 'Heckenrose Stiftung & Co. KG'],
    ['Wellenkamm SE u Co KG', 'Wellenkamm SE & Co. KG'],
    ['Binsenkorb GmbH und Co. offene Handelsgesellschaft', 'Binsenkorb GmbH & Co. OHG'],
    ['Rigolara SRL e C. SAS', 'Rigolara S.r.l. & C. S.a.s.'],
    ['Bokréta & Társa Kft', 'Bokréta és Társa Kft.'],
    ['M. i T. Drzewieccy', 'M. I T. DRZEWIECCY SP.J.'],
    ['M. & T. Drzewieccy Spółka Jawna', 'M. I T. DRZEWIECCY SP.J.'],
    ['M. und T. Drzewieccy', 'M. I T. DRZEWIECCY SP.J.'],
    ['K. & L. Zlutaskovi vos', 'K. a L. Žlutáskovi v.o.s.'],
    ['P. u. W. Ringelkraut OHG', 'P. und W. Ringelkraut OHG'],
    ['P. & W. Ringelkraut OHG', 'P. und W. Ringelkraut OHG'],
    ['A. I. B. Kvistlund GmbH', 'A.I.B. Kvistlund GmbH'],
  ] as const)
    test(`"${query}" is "${name}"`, () => {
      const [first] = ranked(query);
      assert.deepEqual({ name: first?.name, isCertain: first?.isCertain }, { name, isCertain: true });
      assert.doesNotMatch(first?.reason ?? '', /additional|replaced|another/);
    });
});

suite('Another legal form of the same country is never certain, and the reason names it', () => {
  for (const [query, name, country] of [
    ['Glowfisch AG', 'Glowfisch GmbH & Co. KG', undefined],
    ['Glowfisch AG', 'Glowfisch GmbH & Co. KG', 'DE'],
    ['Glowfisch GmbH', 'Glowfisch GmbH & Co. KG', undefined],
    ['Hankelwerk AG', 'Hankelwerk AG & Co. KGaA', undefined],
    ['S.C. Petrom Zirbel S.R.L.', 'PETROM ZIRBEL S.A.', undefined],
    ['Petrom Zirbel S.R.L.', 'PETROM ZIRBEL S.A.', undefined],
    ['S.C. Petrom Zirbel S.R.L.', 'PETROM ZIRBEL S.A.', 'RO'],
    ['AS "Ūdensroze"', 'SIA "Ūdensroze"', undefined],
    ['AS "Ūdensroze"', 'SIA "Ūdensroze"', 'LV'],
  ] as const)
    test(`"${query}" and "${name}"${country === undefined ? '' : ` in ${country}`}`, () => {
      const [first] = ranked(query, country);
      assert.equal(first?.name, name);
      assert.match(first.reason, /^same name, another legal form/);
      assert.ok(first.probability < 0.901, `${first.probability}`);
    });
});

suite('A joint joins only where the other name has nothing else', () => {
  for (const [query, name] of [
    ['Windpark II Seegrund GmbH', 'Windpark I Seegrund GmbH'],
    ['Windpark A Seegrund GmbH', 'Windpark I Seegrund GmbH'],
    ['Vitamin C Rapsfeld GmbH', 'Vitamin E Rapsfeld GmbH'],
    ['Vitamin A Rapsfeld GmbH', 'Vitamin E Rapsfeld GmbH'],
  ] as const)
    test(`"${query}" is not the same name as "${name}"`, () => {
      const [first] = ranked(query);
      assert.equal(first?.name, name);
      assert.match(first.reason, /^similar name/);
    });
});
