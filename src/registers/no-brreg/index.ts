/**
 * Enhetsregisteret, the Norwegian register of legal entities, with the roles that people hold in them.
 * @module
 */
import { UPDATE_FREQUENCIES, createLayouts, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

const API = 'https://data.brreg.no/enhetsregisteret/api';

export const noBrreg = declareRegister({
  ...about,
  files: {
    page: 'https://data.brreg.no/enhetsregisteret/api/dokumentasjon/no/index.html',
    current: [
      // The names have no publish date. The server accepts only the documented media type, or any.
      { name: 'enheter_alle.json.gz', url: `${API}/enheter/lastned`, accept: '*/*', bytesMax: 6e8 },
      { name: 'roller_alle.json.gz', url: `${API}/roller/totalbestand`, accept: '*/*', bytesMax: 6e8 },
    ],
    // The served names have no date; an operator may add it: enheter_alle_2026-11-20.json.gz.
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    // Both files are bare arrays.
    kinds: createLayouts({ json: {} }, columns),
  },
  // NUF is the Norwegian registration of a foreign company; KBO is a bankruptcy estate, a separate entity from the bankrupt company.
  codes,
  states,
  // 1,162,944 entities on 2026-05-28, most of them with roles.
  expect: [
    { full: /^enheter_alle/, records: 1_000_000 },
    { full: /^roller_(alle|totalbestand)/, records: 700_000, officers: 500_000 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.daily,
  loadReader: () => import('./read.ts'),
});
