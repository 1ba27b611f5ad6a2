/**
 * The companies of Sweden: the register of Bolagsverket, with the activities that the business register of Statistics
 * Sweden (SCB) knows, and the legal entities that are in the latter alone.
 * @module
 */
import { columnsOf, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };

const FILES = 'https://vardefulla-datamangder.bolagsverket.se';

export const seBolagsverket = declareRegister({
  // The licence is what the law allows at most; the README says what is not known.
  ...about,
  files: {
    page: 'https://bolagsverket.se/apierochoppnadata/hamtaforetagsinformation/nedladdningsbarafiler.2517.html',
    current: [
      { name: 'bolagsverket_bulkfil.zip', url: `${FILES}/bolagsverket/bolagsverket_bulkfil.zip`, bytesMax: 8e8 },
      { name: 'scb_bulkfil.zip', url: `${FILES}/scb/scb_bulkfil.zip`, bytesMax: 3e8 },
    ],
    // scb_bulkfil_JE_20261116T055245_80.txt inside its zip; the other file has no date unless a person gives it one.
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    kinds: {
      bolagsverket: {
        // Written by no rule of CSV: a text may hold quotes as they are, escaped in either way, and line breaks.
        csv: { delimiter: ';', quotes: { recordStart: /^"[^";]{1,64}-IDORG";"/ } },
        ...columnsOf(columns.bolagsverket),
      },
      scb: {
        // ISO-8859-1 in all files that were seen.
        encoding: 'windows-1252',
        csv: { delimiter: '\t', quotes: 'none' },
        ...columnsOf(columns.scb),
      },
    },
  },
  // As the page of downloads of both publishers gave them on 2026-04-23; proceedings in AVSLAVOMFO, which were ended (avslutade), are in no
  // list: a count over the file of 2026-05-11 found them.
  codes,
  ordinary: [
    'number of a person as organisation number',
    'number that is no organisation number (PERSON-IDORG)',
    'number that is no organisation number (DODSBO-IDORG)',
  ],
  // 2,970,586 and 1,817,615 rows in the summer of 2026. The names are those inside the zips.
  expect: [
    { full: /^bolagsverket_bulkfil/, records: 2_650_000 },
    { full: /^scb_bulkfil/, records: 1_630_000 },
  ],
  reading: () => import('./read.ts'),
});
