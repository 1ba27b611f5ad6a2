/**
 * The companies of the Malta Business Registry, from its open data interface.
 * @module
 */
import { RHYTHMS, columnsOf, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

export const mtMbr = declareRegister({
  ...about,
  files: {
    page: 'https://openapi.baros.mbr.mt/swaggerui',
    current: [
      {
        name: 'companies.ndjson',
        url: 'https://openapi.baros.mbr.mt/api/v1/companies?limit={limit}&after={after}',
        records: 'data',
        limit: 100,
        next: { answer: 'meta.next' },
        intervalMs: 1000,
      },
    ],
    // The firewall refuses clients that do not look like a browser. The last word names the client.
    server: {
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 openfirma',
    },
    // The fetched file has no date in its name; an operator may add it: mbr-2026-11-20.ndjson.
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    json: { recordsAt: 'data', lines: true },
    ...columnsOf(columns),
  },
  // One status and one type are from genuine records; the other types are guesses based on the ISO 20275 list.
  codes: { ...codes, state: Object.keys(states.state) },
  states,
  // The number of companies is unknown: registration numbers go up to about 114,000, including ended companies.
  expect: { full: /^companies\.ndjson$/, records: 40_000 },
  rhythm: RHYTHMS.daily,
  reading: () => import('./read.ts'),
});
