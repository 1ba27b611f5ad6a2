/**
 * The register of companies of Ireland, including dissolved companies: Companies Registration Office, open data.
 * @module
 */
import { RHYTHMS, columnsOf, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

export const ieCro = declareRegister({
  ...about,
  files: {
    page: 'https://opendata.cro.ie/dataset/companies',
    current: [
      {
        name: 'companies.csv.zip',
        url: 'https://opendata.cro.ie/dataset/companies/resource/3fef41bc-b8f4-4b10-8434-ce51c29b1bba/download/companies.csv.zip',
        bytesMax: 2e8,
      },
    ],
    csv: { delimiter: ',' },
    ...columnsOf(columns),
  },
  // Texts from files of 2026, trimmed; the register does not publish a list. The capitals of rarer texts are uncertain: a text with other
  // capitals is counted.
  codes: { company_status: Object.keys(states.company_status) },
  states,
  // 817,068 in 2026. Dissolved companies stay in the file.
  expect: { full: /^companies\.csv$/, records: 800_000 },
  rhythm: RHYTHMS.daily,
  reading: () => import('./read.ts'),
});
