/**
 * RPO, the Slovak register of legal persons, entrepreneurs and public authorities.
 * @module
 */
import { columnsOf, declareRegister } from '../../importer/declaration.ts';
import { currentFiles } from './catalogue.ts';
import { CODES } from './codes.ts';
import columns from './columns.json' with { type: 'json' };

export const skRpo = declareRegister({
  id: 'sk-rpo',
  country: 'SK',
  name: 'Register právnických osôb, podnikateľov a orgánov verejnej moci (RPO)',
  publisher: 'Štatistický úrad Slovenskej republiky',
  licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  attribution: 'Contains data from Register právnických osôb, Štatistický úrad SR, CC BY 4.0.',
  hasOfficers: true,
  officersReuse: {
    system: 'Štatistický úrad Slovenskej republiky, Register právnických osôb',
    isAllowed: true,
    because: 'CC BY 4.0 covers the whole register',
  },
  files: {
    page: 'https://susrrpo.docs.apiary.io/',
    current: currentFiles,
    superseded: /^(init_\d{4}-\d{2}-\d{2}_\d{3}|actual_\d{4}-\d{2}-\d{2})\.json\.gz$/,
    stamp: /(?:init|actual)_(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/,
    mayBeEmpty: /^actual_/,
    json: { recordsAt: 'results', shared: ['exportDate'] },
    ...columnsOf(columns),
  },
  codes: CODES,
  // A part was said to hold some 200,000 records; no file was counted.
  expect: { full: /^init_\d{4}-\d{2}-\d{2}_001\.json/, records: 50_000, officers: 100_000 },
  reading: () => import('./read.ts'),
});
