/**
 * The companies of the Serbian Business Registers Agency (APR), open data.
 * @module
 */
import { RHYTHMS, columnsOf, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import certificate from './certificate.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

export const rsApr = declareRegister({
  ...about,
  files: {
    page: 'https://www.apr.gov.rs/',
    current: [{ name: 'companies.json', url: 'https://openapi.apr.gov.rs/api/opendata/companies' }],
    server: { certificates: [certificate.pem.join('\n')] },
    json: { recordsAt: 'Podaci', keyAs: 'MaticniBroj', shared: ['DatumPreseka'] },
    ...columnsOf(columns),
  },
  // From a profile of the whole file of 2026-07-31.
  codes,
  states,
  // 133,634 in the file of 2026-07-31.
  expect: { full: /^companies\.json$/, records: 120_000 },
  rhythm: RHYTHMS.monthly,
  reading: () => import('./read.ts'),
});
