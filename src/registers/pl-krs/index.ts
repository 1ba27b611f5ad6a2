/**
 * Krajowy Rejestr Sądowy, the Polish register of the courts: current extracts, number by number, and the bulletin of what changed.
 * @module
 */
import { declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import { EXTRACTS } from './fields.ts';
import { crawl } from './crawl.ts';

export const plKrs = declareRegister({
  // Officers: the register masks the names of people.
  ...about,
  files: {
    page: 'https://prs.ms.gov.pl/krs/openApi',
    current: [],
    crawl,
    answers: true,
    ...EXTRACTS,
  },
  codes: { rejestr: ['RejP', 'RejS'] },
  // Two questions about each of some 1.15 million numbers.
  expect: { full: /^krs$/, records: 2_000_000 },
  input: 'part',
  // A bulletin a day, but for weekends and holidays. After a year everything is asked again, which takes weeks of nights.
  rhythm: { newestDays: 10, oldestDays: 460 },
  reading: () => import('./read.ts'),
});
