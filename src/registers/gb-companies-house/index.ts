/**
 * The live register of companies of the United Kingdom: Companies House, free company data product (Product 217),
 * and the current officers out of the appointments snapshot (Product 195 or 216) where that is given.
 * @module
 */
import type { Register } from '../../importer/index.ts';
import { CODES } from './codes.ts';
import { IGNORED_COLUMNS, TAKEN_COLUMNS } from './columns.ts';
import { OFFICER_IGNORED, OFFICER_LAYOUT, OFFICER_TAKEN } from './officer-columns.ts';

export const gbCompaniesHouse: Register = {
  id: 'gb-companies-house',
  country: 'GB',
  name: 'Register of companies, free company data product (Product 217)',
  publisher: 'Companies House',
  licence: {
    name: 'Open Government Licence v3.0',
    url: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
  },
  attribution: 'Contains public sector information licensed under the Open Government Licence v3.0 (Companies House).',
  // The files of officers are free, but had on request alone.
  hasOfficers: false,
  files: {
    page: 'https://download.companieshouse.gov.uk/en_output.html',
    current: async (lookUp) => {
      const page = 'https://download.companieshouse.gov.uk/en_output.html';
      const [name] = /BasicCompanyDataAsOneFile-\d{4}-\d{2}-\d{2}\.zip/.exec(await lookUp(page)) ?? [];
      return name === undefined ? [] : [{ name, url: new URL(name, page).href }];
    },
    // BasicCompanyDataAsOneFile-2026-11-01.csv, BasicCompanyData-2026-11-01-part1_7.csv
    stamp: /(?<=BasicCompanyData(?:AsOneFile)?-)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/,
    kinds: {
      officers: {
        fixedWidth: OFFICER_LAYOUT,
        required: OFFICER_TAKEN,
        taken: OFFICER_TAKEN,
        ignored: OFFICER_IGNORED,
      },
      companies: { csv: { delimiter: ',' }, required: TAKEN_COLUMNS, taken: TAKEN_COLUMNS, ignored: IGNORED_COLUMNS },
    },
  },
  codes: CODES,
  // 5.7 million in 2026. The parts of the other edition are held against each other by their numbers.
  expect: { full: /^BasicCompanyDataAsOneFile-/, records: 5_000_000 },
  reading: () => import('./read.ts'),
};
