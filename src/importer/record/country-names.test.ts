import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COUNTRIES } from '../../model/index.ts';
import { CountryNames } from './country-names.ts';

const names = new CountryNames({ GB: ['Great Fixture', 'GEORGIA, ELSEWHERE'] });

suite('CountryNames', () => {
  test('knows the 249 countries of ISO 3166-1 and Kosovo by their names in Unicode', () => {
    const given = new Intl.DisplayNames('en', { type: 'region' });
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    const known = codes.filter((code) => names.findCode(given.of(code) ?? '') === code);
    assert.equal(known.length, 250);
    assert.deepEqual(
      [...COUNTRIES.keys()].filter((code) => !known.includes(code)),
      [],
    );
  });

  for (const [text, want] of [
    ['MONGOLIA', 'MN'],
    ['Argentina', 'AR'],
    ["COTE D'IVOIRE", 'CI'],
    ['Côte d’Ivoire', 'CI'],
    ['CURACAO', 'CW'],
    ['ST LUCIA', 'LC'],
    ['SAINT KITTS AND NEVIS', 'KN'],
    ['St. Vincent and the Grenadines', 'VC'],
    ['THE BAHAMAS', 'BS'],
    ['TURKS & CAICOS ISLANDS', 'TC'],
    ['VIRGIN ISLANDS, BRITISH', 'VG'],
    ['VIRGIN ISLANDS, U.S.', 'VI'],
    ['KOREA, REPUBLIC OF', 'KR'],
    ["Korea, Democratic People's Republic of", 'KP'],
    ['CONGO, THE DEMOCRATIC REPUBLIC OF THE', 'CD'],
    ['CONGO', 'CG'],
    ['Tanzania, United Republic of', 'TZ'],
    ['BONAIRE, SINT EUSTATIUS AND SABA', 'BQ'],
    ['HONG KONG', 'HK'],
    ['Macau', 'MO'],
    ['TURKEY', 'TR'],
    ['TÜRKIYE', 'TR'],
    ['U.S.A.', 'US'],
    ['UK', 'GB'],
    ['WALES', 'GB'],
    ['Great Fixture', 'GB'],
    ['ELSEWHERE GEORGIA', 'GB'],
    ['GEORGIA', 'GE'],
    ['VIRGIN ISLANDS', undefined],
    ['KOREA', undefined],
    ['CHANNEL ISLANDS', undefined],
    ['NETHERLANDS ANTILLES', undefined],
    ['YUGOSLAVIA', undefined],
    ['European Union', undefined],
    ['Unknown Region', undefined],
    ['MONGOLI', undefined],
    ['', undefined],
    [', ,', undefined],
  ] as const) {
    test(`reads ${JSON.stringify(text)} as ${want ?? 'no country'}`, () => assert.equal(names.findCode(text), want));
  }
});
