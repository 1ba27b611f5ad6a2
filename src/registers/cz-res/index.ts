/**
 * The register of economic subjects of Czechia, with the officers that the public register names and ARES publishes.
 * @module
 */
import { UPDATE_FREQUENCIES, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import forms from './forms.json' with { type: 'json' };
import { KINDS } from './kinds.ts';
import states from './states.json' with { type: 'json' };

const STATISTICAL_OFFICE = 'https://opendata.csu.gov.cz/soubory/od/od_org03/';

export const czRes = declareRegister({
  ...about,
  files: {
    page: 'https://csu.gov.cz/produkty/registr-ekonomickych-subjektu-otevrena-data',
    current: [
      ...['res_data.csv', 'res_pf_nace.csv'].map((name) => ({
        name,
        url: `${STATISTICAL_OFFICE}${name}`,
        bytesMax: 4e9,
      })),
      { name: 'ares_vreo_all.tar.gz', url: 'https://ares.gov.cz/otevrena-data/ares_vreo_all.tar.gz', bytesMax: 6e9 },
    ],
    // The served names have no date; an operator may add it: res_data_2026-11-15.csv.
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    kinds: KINDS,
  },
  // A legal form that is not in the list is shown as its code.
  codes: { FORMA: forms, ...codes },
  states,
  // 3,528,951 subjects and 22,263,363 activities on 2026-09-15; 1,284,719 extracts in April 2026.
  expect: [
    { full: /^res_data\.csv$/i, records: 3_100_000 },
    { full: /^res_pf_nace\.csv$/i, records: 20_000_000 },
    { full: /^ares_vreo_all\.tar\.gz$/i, records: 1_150_000, officers: 500_000 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.monthly,
  loadReader: () => import('./read.ts'),
});
