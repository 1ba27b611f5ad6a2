/**
 * The trade register of Romania, with the legal representatives of its firms: ONRC, open data.
 * @module
 */
import { declareRegister, kindsOf } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import { currentFiles } from './catalogue.ts';
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

export const roOnrc = declareRegister({
  ...about,
  files: {
    page: 'https://data.gov.ro/organization/onrc',
    current: currentFiles,
    // The published names have no date; a person may add one: od_firme-2026-09-02.csv.
    stamp: /(?<year>20\d{2})-(?<month>[01]\d)-(?<day>[0-3]\d)/,
    // By the names of the files. UTF-8 with a byte order mark; names begin with a quotation mark that is part of them.
    kinds: kindsOf({ csv: { delimiter: '^', quotes: 'none' } }, columns),
  },
  codes,
  states,
  // Of 2026-09-02: 4,219,081 firms, 3,689,931 representatives; of the lists of states and activities only the size is
  // known (91 and 431 MB), of which every firm has a state.
  expect: [
    { full: /^od_firme\.csv$/i, records: 3_800_000 },
    { full: /^od_reprezentanti_legali\.csv$/i, records: 3_300_000, officers: 1_000_000 },
    { full: /^od_stare_firma\.csv$/i, records: 3_800_000 },
    { full: /^od_caen_autorizat\.csv$/i, records: 10_000_000 },
    // 197 states; 3,741 rows of four versions.
    { full: /^n_stare_firma\.csv$/i, records: 170 },
    { full: /^n_caen\.csv$/i, records: 3_300 },
  ],
  reading: () => import('./read.ts'),
});
