/**
 * Krajowy Rejestr Sądowy, the Polish court register: current extracts, number by number, and the bulletin of changes.
 * @module
 */
import { UPDATE_FREQUENCIES, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import { EXTRACTS, crawl } from './crawl.ts';
import states from './states.json' with { type: 'json' };

export const plKrs = declareRegister({
  // No officers: the register masks the names of people.
  ...about,
  files: {
    page: 'https://prs.ms.gov.pl/krs/openApi',
    current: [],
    crawl,
    answers: true,
    ...EXTRACTS,
  },
  codes: { rejestr: ['RejP', 'RejS'] },
  states,
  // Two requests for each of about 1.15 million numbers.
  expect: { full: /^krs$/, records: 2_000_000 },
  input: 'part',
  // One bulletin a day, except on weekends and holidays. After a year all numbers are requested again, which takes weeks of nights.
  updateFrequency: { ...UPDATE_FREQUENCIES.daily, oldestDays: 460 },
  loadReader: () => import('./read.ts'),
});
