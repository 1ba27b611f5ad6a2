/**
 * The companies of the Serbian Business Registers Agency (APR), open data.
 * @module
 */
import { columnsOf, declareRegister } from '../../importer/declaration.ts';
import certificate from './certificate.json' with { type: 'json' };
import { CODES } from './codes.ts';
import columns from './columns.json' with { type: 'json' };

export const rsApr = declareRegister({
  id: 'rs-apr',
  country: 'RS',
  name: 'Регистар привредних субјеката',
  publisher: 'Агенција за привредне регистре (APR)',
  licence: { name: 'SODL 1.0', url: 'https://data.gov.rs/sr/pages/licenca/' },
  attribution: 'Contains data from the Serbian Business Registers Agency (APR), Serbian Open Data Licence 1.0.',
  hasOfficers: false,
  files: {
    page: 'https://www.apr.gov.rs/',
    current: [{ name: 'companies.json', url: 'https://openapi.apr.gov.rs/api/opendata/companies' }],
    server: { certificates: [certificate.pem.join('\n')] },
    json: { recordsAt: 'Podaci', keyAs: 'MaticniBroj', shared: ['DatumPreseka'] },
    ...columnsOf(columns),
  },
  codes: CODES,
  // 133,634 in the file of 2026-07-31.
  expect: { full: /^companies\.json$/, records: 120_000 },
  reading: () => import('./read.ts'),
});
