/**
 * The live register of companies of the United Kingdom: Companies House, free company data product (Product 217),
 * and the current officers out of the appointments snapshot (Product 195 or 216) where that is given.
 * @module
 */
import { declareRegister } from '../../importer/declaration.ts';
import type { Download, LookUp } from '../../importer/index.ts';
import { CODES } from './codes.ts';
import { KINDS } from './kinds.ts';

const PAGE = 'https://download.companieshouse.gov.uk/en_output.html';

/** The name of the newest file has its date, and stands on the page of downloads. */
async function currentFiles(lookUp: LookUp): Promise<readonly Download[]> {
  const [name] = /BasicCompanyDataAsOneFile-\d{4}-\d{2}-\d{2}\.zip/.exec(await lookUp.page(PAGE)) ?? [];
  return name === undefined ? [] : [{ name, url: new URL(name, PAGE).href, bytesMax: 2e9 }];
}

export const gbCompaniesHouse = declareRegister({
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
  hasOfficersOnRequest: true,
  officersReuse: {
    system: 'Companies House',
    isAllowed: false,
    because: 'the Open Government Licence does not cover personal data',
  },
  companyUrl: 'https://find-and-update.company-information.service.gov.uk/company/{number}',
  files: {
    page: PAGE,
    current: currentFiles,
    // BasicCompanyDataAsOneFile-2026-11-01.csv, BasicCompanyData-2026-11-01-part1_7.csv
    stamp: /(?<=BasicCompanyData(?:AsOneFile)?-)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/,
    kinds: KINDS,
  },
  codes: CODES,
  ordinary: ['officers: resigned', 'officers: of a company that no file of companies holds'],
  // 5.7 million in 2026. The edition in parts is checked by the numbers of the parts.
  expect: { full: /^BasicCompanyDataAsOneFile-/, records: 5_000_000 },
  reading: () => import('./read.ts'),
});
