/**
 * The Global LEI Index, Level 1: the entities of all Legal Entity Identifiers.
 * @module
 */
import { declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import { KINDS } from './kinds.ts';
import { gleifLists } from './lists.ts';
import states from './states.json' with { type: 'json' };

export const gleif = declareRegister({
  ...about,
  isIndex: true,
  files: {
    page: 'https://www.gleif.org/en/lei-data/gleif-golden-copy',
    current: [
      {
        name: 'gleif-goldencopy-lei2-golden-copy.csv.zip',
        url: 'https://goldencopy.gleif.org/api/v2/golden-copies/publishes/lei2/latest.csv',
        bytesMax: 2e9,
      },
    ],
    // 20240505-0000-gleif-goldencopy-lei2-golden-copy.json
    stamp: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})-\d{4}(?=-gleif-)/,
    kinds: KINDS,
  },
  lists: gleifLists,
  // LAPSED says that the yearly fee was missed, and nothing about the company.
  codes,
  states,
  // The deltas are called intra-day, last-day, last-week and last-month. 3.38 million records in autumn 2026.
  expect: [
    { full: /-lei2-golden-copy\./, records: 3_000_000 },
    { full: /^registration-authorities\.ndjson$/, records: 960 },
    { full: /^entity-legal-forms\.ndjson$/, records: 3000 },
  ],
  reading: () => import('./read.ts'),
});
