import { words } from '../../importer/declaration.ts';

/** The 55 columns of Product 217, names trimmed, and what becomes of them. */

/** The columns of the activity codes; the first is the main one. */
export const SIC_COLUMNS = [1, 2, 3, 4].map((position) => `SICCode.SicText_${position}`);

/** The columns that become part of a line. Every file has them all. */
export const TAKEN_COLUMNS = [
  ...words('CompanyName CompanyNumber RegAddress.Country CompanyCategory CompanyStatus'),
  ...SIC_COLUMNS,
];

export const IGNORED_COLUMNS = [
  ...words(`
    RegAddress.CareOf RegAddress.POBox RegAddress.AddressLine1 RegAddress.AddressLine2 RegAddress.PostTown
    RegAddress.County RegAddress.PostCode
  `),
  // Where the company comes from, not where it is.
  'CountryOfOrigin',
  'IncorporationDate',
  // Always empty: the file holds the live register.
  'DissolutionDate',
  ...words(`
    Accounts.AccountRefDay Accounts.AccountRefMonth Accounts.NextDueDate Accounts.LastMadeUpDate
    Accounts.AccountCategory Returns.NextDueDate Returns.LastMadeUpDate Mortgages.NumMortCharges
    Mortgages.NumMortOutstanding Mortgages.NumMortPartSatisfied Mortgages.NumMortSatisfied
    LimitedPartnerships.NumGenPartners LimitedPartnerships.NumLimPartners
  `),
  // Made from the number; the address no longer answers.
  'URI',
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((position) => [
    `PreviousName_${position}.CONDATE`,
    `PreviousName_${position}.CompanyName`,
  ]),
  'ConfStmtNextDueDate',
  'ConfStmtLastMadeUpDate',
];
