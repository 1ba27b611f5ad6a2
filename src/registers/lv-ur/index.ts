/**
 * The register of enterprises of Latvia, with the current officers and the reorganisations it publishes.
 * @module
 */
import { columnsOf, declareRegister, kindsOf, words } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import { CODES } from './codes.ts';
import columns from './columns.json' with { type: 'json' };

const { companies, officers, reorganisations, labels } = columns;

export const lvUr = declareRegister({
  ...about,
  files: {
    page: 'https://data.gov.lv/dati/lv/organization/ur',
    current: words(`
      register/register.csv officers/officers.csv reorganizations/reorganizations.csv enumerations/all_constants.tsv
    `).map((path) => ({
      name: path.replace(/.*\//, ''),
      url: `https://dati.ur.gov.lv/${path}`,
      bytesMax: 5e8,
    })),
    // The names as served have no date; register_2026-11-20.csv is what a person makes of them.
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    kinds: {
      ...kindsOf({ csv: { delimiter: ';' } }, { companies, officers, reorganisations }),
      // Editions of all_constants.tsv differ in the case of two columns.
      labels: { csv: { delimiter: '\t' }, ...columnsOf(labels) },
    },
  },
  codes: CODES,
  ordinary: [
    'labels: of a code that is not shown',
    'branch of an entity that has a record of its own',
    'newspaper, broadcaster or other mass medium',
    'officers: AUDITOR is not shown',
    'officers: CO_OWNER is not shown',
    'officers: OWNER is not shown',
    'officers: on a body that audits',
    'reorganisations: OTHER does not end the source',
    'reorganisations: SEPARATION does not end the source',
    'reorganisations: the same again',
  ],
  // 486,675 entities, some 279,000 appointments and 10,825 reorganisations in summer 2026.
  expect: [
    { full: /^register\.csv$/i, records: 435_000 },
    { full: /^officers\.csv$/i, records: 250_000, officers: 100_000 },
    { full: /^reorganizations\.csv$/i, records: 9_700 },
  ],
  reading: () => import('./read.ts'),
});
