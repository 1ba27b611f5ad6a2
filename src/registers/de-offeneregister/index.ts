/**
 * OffeneRegister: the German registers of the courts as OpenCorporates collected them from 2017 to January 2019. The dump is renewed
 * no more.
 * @module
 */
import { columnsOf, declareRegister } from '../../importer/declaration.ts';
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };

export const deOffeneregister = declareRegister({
  id: 'de-offeneregister',
  country: 'DE',
  // Not the register itself, but a copy of it: whatever index is newer ranks before it.
  isIndex: true,
  name: 'OffeneRegister, a copy of the German commercial registers as of 2017 to January 2019',
  publisher: 'Open Knowledge Foundation Deutschland, OpenCorporates',
  licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  attribution:
    'Contains data from OpenCorporates and OffeneRegister.de as of 2017 to January 2019, not renewed since, CC BY 4.0.',
  // With the option --old-officers alone: they are of 2017 to 2019.
  hasOfficers: false,
  hasOfficersOnRequest: true,
  officersReuse: {
    system: 'OffeneRegister.de (OpenCorporates)',
    isAllowed: true,
    because: 'the whole dump, officers included, is published under CC BY 4.0',
  },
  files: {
    page: 'https://offeneregister.de/daten/',
    current: [
      {
        name: 'de_companies_ocdata.jsonl.bz2',
        // 260,455,433 bytes since 5 February 2019.
        url: 'https://daten.offeneregister.de/de_companies_ocdata.jsonl.bz2',
        bytesMax: 8e8,
      },
    ],
    json: { lines: true },
    ...columnsOf(columns),
  },
  codes,
  // Some 5.1 million records.
  expect: { full: /^de_companies_ocdata\.jsonl/, records: 4_700_000 },
  reading: () => import('./read.ts'),
});
