/**
 * The live register of companies of the United Kingdom: Companies House, free company data product (Product 217),
 * and the current officers from the appointments snapshot (Product 195 or 216), if it is an input.
 * @module
 */
import { UPDATE_FREQUENCIES, declareRegister, toColumns } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };
import officers from './officers.json' with { type: 'json' };
import about from './about.json' with { type: 'json' };
import type { Download, LookUp } from '../../importer/index.ts';
import codes from './codes.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/**
 * officers.json describes the files of current appointments (Product 195), and of current and ended appointments (Product 216), by the
 * publisher's description of the format. An update (Product 198) begins with DDDDUPDT and has other columns. The column names are the
 * publisher's, joined and trimmed. Every file has all columns that are taken. PersonNumber distinguishes two officers with the same name
 * and is never written.
 */
export const KINDS = {
  officers: { fixedWidth: officers, ...toColumns(columns.officers) },
  companies: { csv: { delimiter: ',' }, ...toColumns(columns.companies) },
};

const PAGE = 'https://download.companieshouse.gov.uk/en_output.html';

/** Looks up the newest file on the page of downloads, which has its name with the date. */
async function currentFiles(lookUp: LookUp): Promise<readonly Download[]> {
  const [name] = /BasicCompanyDataAsOneFile-\d{4}-\d{2}-\d{2}\.zip/.exec(await lookUp.page(PAGE)) ?? [];
  return name === undefined ? [] : [{ name, url: new URL(name, PAGE).href, bytesMax: 2e9 }];
}

export const gbCompaniesHouse = declareRegister({
  ...about,
  // The files of officers are free, but the publisher sends them only on request.
  hasOfficersOnRequest: true,
  files: {
    page: PAGE,
    current: currentFiles,
    // BasicCompanyDataAsOneFile-2026-11-01.csv, BasicCompanyData-2026-11-01-part1_7.csv
    stamp: /(?<=BasicCompanyData(?:AsOneFile)?-)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/,
    kinds: KINDS,
  },
  // The publisher has no lists for Product 217: these are the known values in files from 2018 to September 2026. The prefix is the first
  // two characters of a number that does not begin with two digits.
  codes,
  states,
  // 5.7 million in 2026. The numbers of the parts show whether the edition in parts is complete.
  expect: { full: /^BasicCompanyDataAsOneFile-/, records: 5_000_000 },
  updateFrequency: UPDATE_FREQUENCIES.monthly,
  loadReader: () => import('./read.ts'),
});
