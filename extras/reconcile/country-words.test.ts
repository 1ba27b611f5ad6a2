import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COUNTRIES } from '../../src/model/index.ts';
import { findCountry } from './country-words.ts';

suite('A country is read', () => {
  const CASES: Readonly<Record<string, readonly string[]>> = {
    GB: ['GB', 'gb', 'UK', 'U.K.', 'XI', 'GBR', 'United Kingdom', 'the United Kingdom', 'Great Britain', 'England', 'Scotland', 'Wales', 'WALES', 'Cymru', 'Northern Ireland', 'N. Ireland', 'England and Wales', 'England & Wales', 'Scotland, UK', 'United Kingdom (England)', 'GB-SCT', 'gb-nir', 'Royaume-Uni', 'Vereinigtes Königreich', 'Großbritannien', 'Storbritannien'], // prettier-ignore
    GR: ['EL', 'GR', 'GRC', 'Ελλάδα', 'ΕΛΛΑΔΑ', 'Hellas', 'Griechenland', 'GR-A1'],
    DE: ['DEU', 'Deutschland', 'DEUTSCHLAND', 'DE-BY', 'Bundesrepublik Deutschland', 'Allemagne', 'Saksa', 'DE / Germany', 'Germany (DE)'], // prettier-ignore
    AT: ['AUT', 'Österreich', 'Oesterreich', 'AT-9'],
    CH: ['Schweiz', 'Suisse', 'Svizzera', 'Svizra', 'CH-ZH'],
    FI: ['Suomi', 'Finland', 'FIN'],
    SE: ['Sverige', 'Schweden'],
    UA: ['Україна', 'UA-30', 'UKR'],
    CZ: ['Česko', 'Česká republika', 'Czech Republic', 'CZE'],
    SK: ['Slovensko', 'Slovenská republika'],
    CY: ['Κύπρος', 'Kıbrıs'],
    RS: ['Србија', 'Srbija'],
    MD: ['Republica Moldova', 'Moldova, Republic of'],
    NL: ['Nederland', 'The Netherlands', 'Holland'],
    IE: ['Éire', 'Ireland', 'Republic of Ireland'],
    NO: ['Norge', 'Noreg'],
    US: ['United States', 'USA', 'US-CA'],
    KR: ['Korea, Republic of'],
    TR: ['Türkiye', 'Turkey'],
  };
  for (const [code, texts] of Object.entries(CASES))
    test(`${code}: ${texts.join(', ')}`, () => {
      assert.deepEqual(texts.filter((text) => findCountry(text) !== code).map((text) => `${text} is ${findCountry(text)}`), []); // prettier-ignore
    });

  test('in the languages of all 35 countries', () => {
    for (const [code, name] of COUNTRIES) assert.equal(findCountry(name), code);
    const OWN: Readonly<Record<string, string>> = { AT: 'de', BE: 'nl', BG: 'bg', CY: 'el', CZ: 'cs', DE: 'de', DK: 'da', EE: 'et', ES: 'es', FI: 'fi', FR: 'fr', GR: 'el', HR: 'hr', HU: 'hu', IE: 'ga', IS: 'is', IT: 'it', LI: 'de', LT: 'lt', LU: 'lb', LV: 'lv', MD: 'ro', MT: 'mt', NL: 'nl', NO: 'nb', PL: 'pl', PT: 'pt', RO: 'ro', RS: 'sr', SE: 'sv', SI: 'sl', SK: 'sk', UA: 'uk' }; // prettier-ignore
    for (const [code, language] of Object.entries(OWN))
      assert.equal(findCountry(new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? ''), code);
  });

  test('or not known', () => {
    const OTHERS = ['', ' ', '-', 'all', 'EU', 'XX', 'ZZ', 'QQQ', 'Atlantis', 'Yugoslavia', 'Germany, France', 'XX-12', 'Bayern', '49', 'Ireland, Northern Sea']; // prettier-ignore
    assert.deepEqual(OTHERS.filter((text) => findCountry(text) !== undefined), []); // prettier-ignore
  });
});
