/**
 * The companies of Sweden: the register of Bolagsverket, with the activities that the business register of Statistics
 * Sweden (SCB) knows, and the legal entities that are in the latter alone.
 * @module
 */
import { columnsOf, declareRegister } from '../../importer/declaration.ts';
import { CODES } from './codes.ts';
import columns from './columns.json' with { type: 'json' };

const FILES = 'https://vardefulla-datamangder.bolagsverket.se';

export const seBolagsverket = declareRegister({
  id: 'se-bolagsverket',
  country: 'SE',
  name: 'Näringslivsregistret (Bolagsverket) and Allmänna företagsregistret (SCB)',
  publisher: 'Bolagsverket and Statistiska centralbyrån (SCB)',
  // What the law allows at most; the README says what is not known.
  licence: {
    name: 'High-value data set: CC BY 4.0 or freer',
    url: 'https://eur-lex.europa.eu/eli/reg_impl/2023/138/oj',
  },
  attribution: 'Contains data from Bolagsverket and from Statistics Sweden (SCB), high-value data sets on companies.',
  hasOfficers: false,
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
  codes: CODES,
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
