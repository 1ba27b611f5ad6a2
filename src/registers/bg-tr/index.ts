/**
 * Търговски регистър, the Bulgarian commercial register and register of non-profit legal entities, as the filings of each day.
 * @module
 */
import { RecordReader, UPDATE_FREQUENCIES, declareRegister, required } from '../../importer/declaration.ts';
import type { PreparedFile } from '../../importer/index.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import { DATA_SET, PORTAL, daysCrawl } from './crawl.ts';
import { KINDS, LEGAL_FORMS } from './fields.ts';
import states from './states.json' with { type: 'json' };

/** The days up to September 2022, which the portal offers as one file of 540 MB. */
const WHOLE_SET: PreparedFile = {
  name: 'all-resources.json.zip',
  url: `${PORTAL}/dataset/${DATA_SET}/resources/download/json`,
  address(response) {
    const made = new RecordReader(response);
    const uri = required(made.text('uri'), 'uri');
    const path = [made.text('format') ?? 'json', uri, String(made.flag('delete_only_zip'))];
    return `${PORTAL}/dataset/resources/download/zip/${path.map(encodeURIComponent).join('/')}`;
  },
  bytesMax: 1.6e9,
};

export const bgTr = declareRegister({
  ...about,
  files: {
    page: `${PORTAL}/organisation/dataset/${DATA_SET}`,
    current: [WHOLE_SET],
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)|(?<day>[0-3]\d)\.(?<month>[01]\d)\.(?<year>20\d{2})/,
    crawl: daysCrawl(PORTAL),
    kinds: KINDS,
  },
  codes: { LegalForm: [...LEGAL_FORMS.keys()], ...codes },
  states,
  // A quiet day has a handful of deeds, and the number of companies after a replay of all days is unknown.
  expect: [],
  updateFrequency: UPDATE_FREQUENCIES.daily,
  loadReader: () => import('./read.ts'),
});
