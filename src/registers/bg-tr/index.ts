/**
 * Търговски регистър, the Bulgarian commercial register and register of non-profit legal entities, as the filings of each day.
 * @module
 */
import { declareRegister } from '../../importer/declaration.ts';
import { CODES } from './codes.ts';
import { IGNORED, REQUIRED, TAKEN } from './fields.ts';

export const bgTr = declareRegister({
  id: 'bg-tr',
  country: 'BG',
  name: 'Търговски регистър и регистър на юридическите лица с нестопанска цел',
  publisher: 'Агенция по вписванията',
  licence: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  attribution: 'Contains data from Търговски регистър, Агенция по вписванията.',
  hasOfficers: true,
  officersReuse: {
    system: 'Агенция по вписванията, Търговски регистър',
    isAllowed: true,
    because: 'CC0 covers the whole data set',
  },
  companyUrl: 'https://portal.registryagency.bg/CR/Reports/ActiveConditionTabResult?uic={number}',
  files: {
    page: 'https://data.egov.bg/organisation/dataset/2df0c2af-e769-4397-be33-fcbe269806f3',
    current: {
      account:
        'download the whole set as a ZIP, which ends in September 2022, and the file of each later day, and give all of them to one import',
    },
    stamp: /(?<year>20\d{2})-(?<month>[01]\d)-(?<day>[0-3]\d)|(?<day>[0-3]\d)\.(?<month>[01]\d)\.(?<year>20\d{2})/,
    mayBeEmpty: /./,
    json: { recordsAt: 'Message[].Body[].Deeds[].Deed' },
    required: REQUIRED,
    taken: TAKEN,
    ignored: IGNORED,
  },
  codes: CODES,
  ordinary: ['a further filing of a company, part of its line', 'no file of a working day, a gap or a holiday'],
  // Files of days: a quiet one holds a handful of deeds, and how many a replay of all gives is not known yet.
  expect: [],
  reading: () => import('./read.ts'),
});
