import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COUNTRIES, COUNTRY_CODE_PATTERN, COUNTRY_SCOPE_PATTERN, countryFilter } from '../index.ts';

const EU_27 = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const OTHERS = 'CH GB IS LI MD NO RS UA'.split(' ');

suite('The countries', () => {
  test('are the 27 of the European Union and eight more, 35 in all', () => {
    assert.equal(EU_27.length, 27);
    assert.deepEqual([...COUNTRIES.keys()].toSorted(), [...EU_27, ...OTHERS].toSorted());
    assert.equal(COUNTRIES.size, 35);
  });

  test('are in the order of their codes', () => {
    assert.deepEqual([...COUNTRIES.keys()], [...COUNTRIES.keys()].toSorted());
  });

  test('have the English names that Unicode gives their codes', () => {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    for (const [code, name] of COUNTRIES) assert.equal(name, names.of(code));
  });
});

suite('A country filter', () => {
  for (const [text, means] of [
    ['fi', 'FI'],
    ['UK', 'GB'],
    ['uk', 'GB'],
    ['el', 'GR'],
    ['GR', 'GR'],
    ['zz', 'ZZ'],
    ['all', 'all'],
    ['ALL', 'all'],
    ['FIN', undefined],
    ['', undefined],
    ['FI\n', undefined],
  ] as const)
    test(`${JSON.stringify(text)} means ${means}`, () => assert.equal(countryFilter(text), means));
});

suite('Codes of countries and jurisdictions', () => {
  for (const [text, isCode, isScope] of [
    ['FI', true, true],
    ['XK', true, true],
    ['DE-BY', false, true],
    ['GB-SCT', false, true],
    ['CH-1', false, true],
    ['fi', false, false],
    ['FIN', false, false],
    ['F', false, false],
    ['', false, false],
    ['DE-', false, false],
    ['DE-BYBY', false, false],
    ['DE_BY', false, false],
    ['DE-by', false, false],
    ['FI\n', false, false],
  ] as const) {
    test(`${JSON.stringify(text)} is ${isCode ? 'a' : 'no'} country and ${isScope ? 'a' : 'no'} scope`, () => {
      assert.equal(new RegExp(COUNTRY_CODE_PATTERN).test(text), isCode);
      assert.equal(new RegExp(COUNTRY_SCOPE_PATTERN).test(text), isScope);
    });
  }
});
