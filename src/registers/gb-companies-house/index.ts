/**
 * The live register of companies of the United Kingdom: Companies House, free company data product (Product 217),
 * and the current officers from the appointments snapshot (Product 195 or 216), if it is an input.
 * @module
 */
import { columnsOf, declareRegister } from '../../importer/declaration.ts';
import columns from './columns.json' with { type: 'json' };
import officers from './officers.json' with { type: 'json' };
import about from './about.json' with { type: 'json' };
import type { Download, LookUp } from '../../importer/index.ts';
import codes from './codes.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/**
 * officers.json has the files of current appointments (Product 195), or with all that ended (Product 216), after the publisher's description
 * of the format; an update (Product 198) begins with DDDDUPDT and has other columns. The names of columns are the publisher's, run together
 * and trimmed. Every file has all that are taken. PersonNumber distinguishes two officers of one name and is never written.
 */
export const KINDS = {
  officers: { fixedWidth: officers, ...columnsOf(columns.officers) },
  companies: { csv: { delimiter: ',' }, ...columnsOf(columns.companies) },
};

const PAGE = 'https://download.companieshouse.gov.uk/en_output.html';

/** The name of the newest file, with its date, is on the page of downloads. */
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
  // The publisher prints no lists for Product 217; these are the values that files from 2018 to September 2026 are known to hold. The
  // prefix is the first two characters of a number that does not begin with two digits.
  codes,
  states,
  // 5.7 million in 2026. The edition in parts is checked by the numbers of the parts.
  expect: { full: /^BasicCompanyDataAsOneFile-/, records: 5_000_000 },
  reading: () => import('./read.ts'),
});
