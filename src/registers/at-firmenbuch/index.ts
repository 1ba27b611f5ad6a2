/**
 * The Austrian company register (Firmenbuch): searches, extracts and changes of its web service, for holders of a free key.
 * @module
 */
import { columnsOf, declareRegister } from '../../importer/declaration.ts';
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
    ...columnsOf(columns),
  },
  codes,
  states,
  // 287,000 registered companies, without sole traders, were counted in June 2026: an extract each, beside the searches.
  expect: { full: /^firmenbuch$/, records: 270_000, officers: 250_000 },
  // Struck-off companies stay, with their status.
  input: 'part',
  keepsAll: true,
  // Nothing changes on weekends and holidays. The first round of a year requests everything again, within 18 months of the first.
  rhythm: { newestDays: 10, oldestDays: 560 },
  reading: () => import('./read.ts'),
});
