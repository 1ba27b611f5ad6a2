/**
 * The register of legal entities of Lithuania, including deregistered entities: Registrų centras, open data.
 * @module
 */
import { RHYTHMS, columnsOf, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

export const ltJar = declareRegister({
  ...about,
  files: {
    page: 'https://data.gov.lt/datasets/1484/',
    current: ['JAR_IREGISTRUOTI.csv', 'JAR_ISREGISTRUOTI.csv'].map((name) => ({
      name,
      url: `https://www.registrucentras.lt/aduomenys/?byla=${name}`,
      bytesMax: 2e8,
    })),
    csv: { delimiter: '|' },
    ...columnsOf(columns),
  },
  // Legal forms are not checked, because their list was not available.
  codes: { stat_kodas: Object.keys(states.stat_kodas) },
  states,
  // 230,000 to 234,000 in 2026. The number of records in the file of deregistered entities is unknown.
  expect: { full: /^JAR_IREGISTRUOTI\.csv$/i, records: 200_000 },
  rhythm: RHYTHMS.daily,
  reading: () => import('./read.ts'),
});
