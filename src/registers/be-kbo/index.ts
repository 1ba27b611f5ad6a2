/**
 * KBO/BCE, the Belgian register of enterprises (Crossroads Bank for Enterprises), open data edition.
 * @module
 */
import { UPDATE_FREQUENCIES, createLayouts, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

const FULL = /_Full\.zip$/i;

const PAGE = 'https://kbopub.economie.fgov.be/kbo-open-data';

export const beKbo = declareRegister({
  ...about,
  files: {
    page: PAGE,
    current: {
      account: `Register at ${PAGE}, which is free, accept the licence, and download the newest KboOpenData_…_Full.zip there.`,
    },
    // KboOpenData_0140_2025_10_05_Full.zip. Until 2025 the names had no day; for such files only meta.csv has the date.
    stamp: /KboOpenData_\d+_(?<year>20\d{2})_(?<month>[01]\d)_(?<day>[0-3]\d)/,
    refused: [
      {
        name: /_(delete|insert)\.csv$/i,
        instead: 'it is part of an Update, which holds only changes; take KboOpenData_…_Full.zip',
      },
    ],
    kinds: createLayouts({ csv: { delimiter: ',' } }, columns),
  },
  codes,
  states,
  // On 2025-10-04: 1,938,238 enterprises, 3,309,908 names, 2,841,756 addresses, 36,306,369 activities.
  expect: [
    { full: /^enterprise\.csv$/, packedIn: FULL, records: 1_740_000 },
    { full: /^denomination\.csv$/, packedIn: FULL, records: 2_970_000 },
    { full: /^address\.csv$/, packedIn: FULL, records: 2_550_000 },
    { full: /^activity\.csv$/, packedIn: FULL, records: 32_000_000 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.daily,
  loadReader: () => import('./read.ts'),
});
