/**
 * The e-Business Register of Estonia: companies, associations, foundations, public bodies, with their officers.
 * @module
 */
import { UPDATE_FREQUENCIES, createLayouts, declareRegister, toColumns } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

const { basic, ...ofTrees } = columns;

const SITE = 'https://avaandmed.ariregister.rik.ee';

export const eeAriregister = declareRegister({
  ...about,
  files: {
    page: `${SITE}/en/downloading-open-data`,
    current: ['lihtandmed.csv', 'yldandmed.json', 'kaardile_kantud_isikud.json', 'kandevalised_isikud.json'].map(
      (file) => {
        const name = `ettevotja_rekvisiidid__${file}.zip`;
        return { name, url: `${SITE}/sites/default/files/avaandmed/${name}`, bytesMax: 1e9 };
      },
    ),
    // The served names have no date; an operator may add one: lihtandmed-2026-11-20.csv.
    stamp: /(?<year>20\d{2})-(?<month>[01]\d)-(?<day>[0-3]\d)/,
    // The basic data in both layouts, with 7 columns in 2022 and 17 in 2026. The other files are bare arrays.
    kinds: { basic: { csv: { delimiter: ';' }, ...toColumns(basic) }, ...createLayouts({ json: {} }, ofTrees) },
  },
  codes,
  states,
  // 378,009 companies on 2026-09-17, each with a record in every file; 333,047 on 2022-01-07.
  expect: [
    { full: /^ettevotja_rekvisiidid__(lihtandmed|yldandmed|kandevalised_isikud)\./, records: 320_000 },
    // Some 503,000 members of management boards.
    { full: /^ettevotja_rekvisiidid__kaardile_kantud_isikud\./, records: 320_000, officers: 300_000 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.daily,
  loadReader: () => import('./read.ts'),
});
