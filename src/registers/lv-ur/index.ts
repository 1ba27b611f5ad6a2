/**
 * The register of enterprises of Latvia, with the current officers and the reorganisations it publishes.
 * @module
 */
import { UPDATE_FREQUENCIES, createLayouts, declareRegister, toColumns, words } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

const { labels, ...rows } = columns;

export const lvUr = declareRegister({
  ...about,
  files: {
    page: 'https://data.gov.lv/dati/lv/organization/ur',
    current: words(`
      https://dati.ur.gov.lv/register/register.csv
      https://dati.ur.gov.lv/register/register_name_history.csv
      https://dati.ur.gov.lv/officers/officers.csv
      https://dati.ur.gov.lv/reorganizations/reorganizations.csv
      https://dati.ur.gov.lv/insolvency/insolvency_legal_person_proceeding.csv
      https://data.gov.lv/dati/dataset/09047585-e67a-46c6-8ee8-575987efdef0/resource/59e7ec49-f1c6-4410-8ee6-e7737ac5eaee/download/liquidations.csv
      https://dati.ur.gov.lv/enumerations/all_constants.tsv
    `).map((url) => ({ name: url.replace(/.*\//, ''), url, bytesMax: 5e8 })),
    // The served names have no date; an operator may add it: register_2026-11-20.csv.
    stamp: /(?<year>20\d{2})-?(?<month>[01]\d)-?(?<day>[0-3]\d)/,
    kinds: {
      ...createLayouts({ csv: { delimiter: ';' } }, rows),
      // Editions of all_constants.tsv differ in the case of two columns.
      labels: { csv: { delimiter: '\t' }, ...toColumns(labels) },
    },
  },
  // The types are the last parts of the codes of `legal_form` in the register's enumerations (`LIMITED_LIABILITY_COMPANY_SIA`), and MIL.
  codes,
  states,
  // In summer 2026: 486,675 entities, 93,696 former names, about 279,000 appointments, 10,825 reorganisations and 17,955 insolvencies.
  expect: [
    { full: /^register\.csv$/i, records: 435_000 },
    { full: /^officers\.csv$/i, records: 250_000, officers: 100_000 },
    { full: /^reorganizations\.csv$/i, records: 9_700 },
    { full: /^register_name_history\.csv$/i, records: 84_000 },
    { full: /^insolvency_legal_person_proceeding\.csv$/i, records: 16_000 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.daily,
  loadReader: () => import('./read.ts'),
});
