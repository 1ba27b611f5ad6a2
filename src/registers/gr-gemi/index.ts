/**
 * The Greek register of companies (Γ.Ε.ΜΗ.), crawled page by page with a free key.
 * @module
 */
import { declareRegister, toColumns } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import { crawl } from './crawl.ts';
import states from './states.json' with { type: 'json' };

export const grGemi = declareRegister({
  ...about,
  files: {
    page: 'https://opendata.businessportal.gr/',
    current: [],
    crawl,
    server: {
      credentials: {
        settings: ['API_KEY'],
        how: 'ask for a key with the form at https://opendata.businessportal.gr/register/; people grant it, free of charge',
      },
    },
    answers: true,
    // An object or a list that may be null needs its own path.
    ...toColumns(columns),
  },
  codes: { ...codes, status: Object.keys(states.status) },
  states,
  // A low estimate: 1.66 million records in May 2026, including sole traders; a response has 200 records.
  expect: { full: /^gemi$/, records: 1500, officers: 300_000 },
  // A crawl begins a week after the previous crawl, and takes several nights. It can miss a company that changes its form during the crawl.
  input: 'part',
  keepsAll: true,
  updateFrequency: { newestDays: 14, oldestDays: 45 },
  loadReader: () => import('./read.ts'),
});
