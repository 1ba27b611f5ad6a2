/**
 * The companies of Sweden: the register of Bolagsverket, with activities from the business register of Statistics Sweden (SCB), and the
 * legal entities that only SCB has.
 * @module
 */
import { UPDATE_FREQUENCIES, declareRegister, toColumns } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

const FILES = 'https://vardefulla-datamangder.bolagsverket.se';

export const seBolagsverket = declareRegister({
  // The strictest licence that the law allows (see README).
  ...about,
  files: {
    page: 'https://bolagsverket.se/apierochoppnadata/hamtaforetagsinformation/nedladdningsbarafiler.2517.html',
    current: [
      { name: 'bolagsverket_bulkfil.zip', url: `${FILES}/bolagsverket/bolagsverket_bulkfil.zip`, bytesMax: 8e8 },
      { name: 'scb_bulkfil.zip', url: `${FILES}/scb/scb_bulkfil.zip`, bytesMax: 3e8 },
    ],
    // scb_bulkfil_JE_20261116T055245_80.txt inside its zip; the other file has no date unless an operator adds one.
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    kinds: {
      bolagsverket: {
        // Not valid CSV: texts may have line breaks, and quotes that are escaped in either way or not at all.
        csv: { delimiter: ';', missing: 'null', quotes: { recordStart: /^"[^";]{1,64}-IDORG";"/ } },
        ...toColumns(columns.bolagsverket),
      },
      scb: {
        // All known files are ISO-8859-1.
        encoding: 'windows-1252',
        csv: { delimiter: '\t', missing: 'null', quotes: 'none' },
        ...toColumns(columns.scb),
      },
    },
  },
  // From the download pages of both publishers, 2026-04-23. Concluded proceedings (AVSLAVOMFO) are in no list; their codes are from the
  // file of 2026-05-11.
  codes,
  states,
  // 2,970,586 and 1,817,615 rows in summer 2026. The names are those inside the zips.
  expect: [
    { full: /^bolagsverket_bulkfil/, records: 2_650_000 },
    { full: /^scb_bulkfil/, records: 1_630_000 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.weekly,
  loadReader: () => import('./read.ts'),
});
