/**
 * The state register of legal units of Moldova, with the administrators of enterprises: ASP, open data.
 * @module
 */
import { declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import { currentFiles } from './catalogue.ts';
import codes from './codes.json' with { type: 'json' };
import { KINDS } from './columns.ts';
import states from './states.json' with { type: 'json' };

export const mdAsp = declareRegister({
  ...about,
  files: {
    page: 'https://dataset.gov.md/dataset/11736',
    current: currentFiles,
    // company_2026.09.14.xlsx
    stamp: /(?<year>20\d{2})[._-](?<month>[01]\d)[._-](?<day>[0-3]\d)/,
    superseded: /^company_20\d{2}\.\d{2}\.\d{2}\.xlsx$/,
    kinds: KINDS,
  },
  // Forms are not checked: their list was not available.
  codes,
  states,
  // Some 300,000 rows on 2026-09-14, sole traders among them; how many officers is not known.
  expect: [{ full: /^company$/i, packedIn: /^company_20/, records: 200_000, officers: 100_000 }],
  reading: () => import('./read.ts'),
});
