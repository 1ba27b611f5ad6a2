/**
 * The register of organisations of Cyprus, with the officials of companies: DRCOR, open data.
 * @module
 */
import { declareRegister, kindsOf } from '../../importer/declaration.ts';
import { currentFiles } from './catalogue.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

export const cyDrcor = declareRegister({
  ...about,
  files: {
    page: 'https://data.gov.cy/el/dataset/1026',
    current: currentFiles,
    server: {
      // The portal answers clients that look like browsers.
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 openfirma',
    },
    // The names as served have a running number; organisations_2026-07-31.csv is what a person makes of them.
    stamp: /(?<year>20\d{2})-(?<month>[01]\d)-(?<day>[0-3]\d)/,
    kinds: kindsOf({ csv: { delimiter: ',' } }, columns),
  },
  codes,
  states,
  // 400,000 to 1,000,000 organisations by other readers; 1,168,824 officials on 2026-07-31; of the offices only the size is known.
  expect: [
    { full: /^organisations(_\d+)*\.csv$/, records: 400_000 },
    { full: /^organisation_officials(_\d+)*\.csv$/, records: 1_000_000, officers: 600_000 },
    { full: /^registered_office(_\d+)*\.csv$/, records: 100_000 },
  ],
  reading: () => import('./read.ts'),
});
