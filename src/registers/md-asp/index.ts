/**
 * The state register of legal units of Moldova, with the administrators of enterprises: ASP, open data.
 * @module
 */
import { declareRegister } from '../../importer/declaration.ts';
import { currentFiles } from './catalogue.ts';
import { CODES } from './codes.ts';
import { KINDS } from './columns.ts';

export const mdAsp = declareRegister({
  id: 'md-asp',
  country: 'MD',
  name: 'Registrul de stat al unităților de drept',
  publisher: 'Agenția Servicii Publice (ASP)',
  licence: { name: 'Terms of dataset.gov.md', url: 'https://dataset.gov.md/' },
  attribution: 'Contains data from the State Register of legal units of Moldova, Agenția Servicii Publice.',
  hasOfficers: true,
  officersReuse: {
    system: 'Agenția Servicii Publice',
    isAllowed: true,
    because: 'the terms of the portal allow passing its files on',
  },
  files: {
    page: 'https://dataset.gov.md/dataset/11736',
    current: currentFiles,
    // company_2026.09.14.xlsx
    stamp: /(?<year>20\d{2})[._-](?<month>[01]\d)[._-](?<day>[0-3]\d)/,
    superseded: /^company_20\d{2}\.\d{2}\.\d{2}\.xlsx$/,
    kinds: KINDS,
  },
  codes: CODES,
  // Some 300,000 rows on 2026-09-14, sole traders among them; how many officers is not known.
  expect: [{ full: /^company$/i, packedIn: /^company_20/, records: 200_000, officers: 100_000 }],
  reading: () => import('./read.ts'),
});
