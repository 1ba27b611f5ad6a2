/**
 * The Austrian company register (Firmenbuch): searches, extracts and changes of its web service, for holders of a free key.
 * @module
 */
import { UPDATE_FREQUENCIES, declareRegister, toColumns } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import { CRAWL } from './crawl.ts';
import states from './states.json' with { type: 'json' };

export const atFirmenbuch = declareRegister({
  ...about,
  files: {
    page: 'https://justizonline.gv.at/jop/web/iwg/register',
    current: [],
    crawl: CRAWL,
    server: {
      credentials: {
        settings: ['API_KEY'],
        how: 'ask for a free key at https://justizonline.gv.at/jop/web/iwg/register',
      },
    },
    answers: true,
    ...toColumns(columns),
  },
  codes,
  states,
  // In June 2026, 287,000 registered companies were counted, without sole traders. Each has an extract; searches are further records.
  expect: { full: /^firmenbuch$/, records: 270_000, officers: 250_000 },
  // Struck-off companies stay in the register, with their status.
  input: 'part',
  keepsAll: true,
  // Nothing changes on weekends and holidays. A complete search is repeated in the first round of a year, within 18 months of the previous
  // one.
  updateFrequency: { ...UPDATE_FREQUENCIES.daily, oldestDays: 560 },
  loadReader: () => import('./read.ts'),
});
