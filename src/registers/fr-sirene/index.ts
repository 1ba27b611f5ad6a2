/**
 * SIRENE, the French register of enterprises and their establishments: INSEE, monthly stock files.
 * @module
 */
import { RHYTHMS, declareRegister, kindsOf } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import { CODES } from './codes.ts';
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** Returns the permanent address of a file, which redirects to the newest version. */
const resource = (id: string): string => `https://www.data.gouv.fr/datasets/r/${id}`;

export const frSirene = declareRegister({
  ...about,
  files: {
    page: 'https://www.data.gouv.fr/datasets/base-sirene-des-entreprises-et-de-leurs-etablissements-siren-siret',
    current: [
      { name: 'StockUniteLegale_utf8.zip', url: resource('825f4199-cadd-486c-ac46-a65a8ea1a047'), bytesMax: 4e9 },
      { name: 'StockEtablissement_utf8.zip', url: resource('0651fb76-bcf3-4f6a-a38d-bc04fa708576'), bytesMax: 10e9 },
    ],
    // 2026-08-01-StockUniteLegale_utf8.zip is the name of a past month; the current files have no date.
    stamp: /(?<year>20\d{2})-(?<month>\d{2})-(?<day>\d{2})/,
    // The set of columns grew over the years; files of 2018 import too. The required columns distinguish the stock of legal units from its
    // history. Withheld values are `[ND]`.
    kinds: kindsOf({ csv: { delimiter: ',', missing: '[ND]' } }, columns),
  },
  codes: CODES,
  states,
  // 29,922,486 units and 43,896,818 establishments in 2026; the stock only grows.
  expect: [
    { full: /^StockUniteLegale_utf8\.csv$/, records: 27_000_000 },
    { full: /^StockEtablissement_utf8\.csv$/, records: 39_000_000 },
  ],
  rhythm: RHYTHMS.monthly,
  reading: () => import('./read.ts'),
});
