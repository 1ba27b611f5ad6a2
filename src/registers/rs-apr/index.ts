/**
 * The companies of the Serbian Business Registers Agency (APR), open data.
 * @module
 */
import { declareRegister, words } from '../../importer/declaration.ts';
import { INTERMEDIATE } from './certificate.ts';
import { CODES } from './codes.ts';

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
    server: { certificates: [INTERMEDIATE] },
    json: { recordsAt: 'Podaci', keyAs: 'MaticniBroj', shared: ['DatumPreseka'] },
    required: words('MaticniBroj PoslovnoIme NazivStatus'),
    taken: words(`
      DatumPreseka MaticniBroj PoslovnoIme NazivOpstine NazivStatus NazivPravneForme SifraDelatnosti
    `),
    ignored: words('SifraOpstine DatumOsnivanja'),
  },
  codes: CODES,
  // 133,634 in the file of 2026-07-31.
  expect: { full: /^companies\.json$/, records: 120_000 },
  reading: () => import('./read.ts'),
});
