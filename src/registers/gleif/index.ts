/**
 * The Global LEI Index, Level 1: the entities of all Legal Entity Identifiers.
 * @module
 */
import { UPDATE_FREQUENCIES, declareRegister } from '../../importer/declaration.ts';
import type { CodeLists, PagedList } from '../../importer/index.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import { KINDS } from './kinds.ts';
import states from './states.json' with { type: 'json' };

const API = 'https://api.gleif.org/api/v1';

/** Declares a list that is fetched whole, in pages of the maximum size of the server. */
function createPagedList(name: string): PagedList {
  return {
    name: `${name}.ndjson`,
    url: `${API}/${name}?page%5Bnumber%5D={page}&page%5Bsize%5D={limit}`,
    accept: 'application/vnd.api+json',
    records: 'data',
    limit: 200,
    next: 'page',
    total: { response: 'meta.pagination.total' },
    // The server allows 60 requests a minute.
    intervalMs: 1100,
    bytesMax: 50e6,
  };
}

/**
 * The newest complete lists of registration authorities and of legal forms (ISO 20275), for download. Imports without them use the lists
 * bundled in this folder.
 */
const LISTS: CodeLists = {
  id: 'gleif-lists',
  files: {
    page: 'https://www.gleif.org/en/about-lei/code-lists',
    current: [createPagedList('registration-authorities'), createPagedList('entity-legal-forms')],
  },
};

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
  lists: LISTS,
  // LAPSED means that the yearly fee was not paid. It says nothing about the company.
  codes,
  states,
  // Deltas are named intra-day, last-day, last-week and last-month. 3.38 million records in autumn 2026.
  expect: [
    { full: /-lei2-golden-copy\./, records: 3_000_000 },
    { full: /^registration-authorities\.ndjson$/, records: 960 },
    { full: /^entity-legal-forms\.ndjson$/, records: 3000 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.daily,
  loadReader: () => import('./read.ts'),
});
