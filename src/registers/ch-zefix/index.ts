/**
 * The companies of the Swiss commercial registers: the central index Zefix, as linked data (LINDAS).
 * @module
 */
import { UPDATE_FREQUENCIES, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import { QUERY } from './query.ts';
import states from './states.json' with { type: 'json' };

/** The variables of the query; each is an object with a value, a type and other attributes of SPARQL. */
const VARIABLES = ['company', 'uid', 'chid', 'legalName', 'form', 'formName', 'municipality', 'address', 'names'];

export const chZefix = declareRegister({
  ...about,
  files: {
    page: 'https://opendata.swiss/de/dataset/zefix-zentraler-firmenindex',
    current: [
      {
        name: 'zefix.ndjson',
        url: 'https://lindas.admin.ch/query',
        form: { query: QUERY },
        accept: 'application/sparql-results+json',
        records: 'results.bindings',
        limit: 2000,
        next: { record: 'company.value' },
        intervalMs: 1000,
        bytesMax: 3e9,
      },
    ],
    // The name as fetched has no date; an operator may rename it to zefix-2026-11-20.ndjson.
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    json: { lines: true },
    required: ['company.value', 'uid.value', 'legalName.value'],
    taken: VARIABLES.map((name) => `${name}.value`),
    ignored: VARIABLES.flatMap((name) => [`${name}.type`, `${name}.datatype`, `${name}.xml:lang`]),
  },
  codes,
  states,
  // 793,561 entities in September 2026, sole traders and branches among them.
  expect: { full: /^zefix\.ndjson$/, records: 700_000 },
  updateFrequency: UPDATE_FREQUENCIES.daily,
  loadReader: () => import('./read.ts'),
});
