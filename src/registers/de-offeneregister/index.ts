/**
 * OffeneRegister: the German court registers, as OpenCorporates collected them from 2017 to January 2019. The dump is no longer updated.
 * @module
 */
import { declareRegister, toColumns } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

export const deOffeneregister = declareRegister({
  ...about,
  // A copy of the register, so a newer index ranks before it.
  isIndex: true,
  // Only with the option --old-officers: the officers date from 2017 to 2019.
  hasOfficersOnRequest: true,
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
    ...toColumns(columns),
  },
  codes,
  states,
  // Some 5.1 million records.
  expect: { full: /^de_companies_ocdata\.jsonl/, records: 4_700_000 },
  // The day of the only file.
  updateFrequency: { endedOn: '2019-02-05' },
  loadReader: () => import('./read.ts'),
});
