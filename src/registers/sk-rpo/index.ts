/**
 * RPO, the Slovak register of legal persons, entrepreneurs and public authorities.
 * @module
 */
import { columnsOf, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import { currentFiles } from './catalogue.ts';
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

export const skRpo = declareRegister({
  ...about,
  files: {
    page: 'https://susrrpo.docs.apiary.io/',
    current: currentFiles,
    superseded: /^(init_\d{4}-\d{2}-\d{2}_\d{3}|actual_\d{4}-\d{2}-\d{2})\.json\.gz$/,
    stamp: /(?:init|actual)_(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/,
    mayBeEmpty: /^actual_/,
    json: { recordsAt: 'results', shared: ['exportDate'] },
    ...columnsOf(columns),
  },
  // Of the list of statuses one word was met, and three are expected: others stay as published, and are counted.
  codes,
  states,
  // A part was said to hold some 200,000 records; no file was counted.
  expect: { full: /^init_\d{4}-\d{2}-\d{2}_001\.json/, records: 50_000, officers: 100_000 },
  reading: () => import('./read.ts'),
});
