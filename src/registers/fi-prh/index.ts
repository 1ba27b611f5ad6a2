/**
 * The open data of the Finnish Business Information System (YTJ): the companies of the Trade Register.
 * @module
 */
import { UPDATE_FREQUENCIES, declareRegister, toColumns } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

export const fiPrh = declareRegister({
  ...about,
  files: {
    page: 'https://avoindata.prh.fi/en/ytj/swagger-ui',
    current: [
      { name: 'all_companies.zip', url: 'https://avoindata.prh.fi/opendata-ytj-api/v3/all_companies', bytesMax: 4e8 },
    ],
    // The file inside the zip is reported to be called data_20260804.json.
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    // A bare array.
    json: {},
    ...toColumns(columns),
  },
  codes,
  states,
  // 461,431 records in July 2026.
  expect: { full: /^(data|all_companies)\w*\.json$/, records: 415_000 },
  updateFrequency: UPDATE_FREQUENCIES.daily,
  loadReader: () => import('./read.ts'),
});
