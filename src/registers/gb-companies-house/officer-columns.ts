import { words } from '../../importer/declaration.ts';
import type { FixedWidthLayout } from '../../importer/index.ts';

/** Parts of a person's record behind the name that are never read. */
const PERSONAL = [
  'Honours',
  'CareOf',
  'POBox',
  'AddressLine1',
  'AddressLine2',
  'PostTown',
  'County',
  'Country',
  'Occupation',
  'Nationality',
  'UsualResidentialCountry',
] as const;

/**
 * The files of appointments as they stand (Product 195), or with all that ended (Product 216), after the publisher's
 * description of the format. The names of the columns are its own, run together.
 */
export const OFFICER_LAYOUT = {
  // An update (Product 198) begins with DDDDUPDT and has other columns.
  header: { mark: 'DDDDSNAP', columns: { RunNumber: [9, 4], ProductionDate: [13, 8] } },
  trailer: { mark: '99999999', count: [9, 8] },
  kindAt: [9, 1],
  kinds: {
    '1': {
      columns: { CompanyNumber: [1, 8], CompanyStatus: [10, 1], NumberOfOfficers: [33, 4], CompanyNameLength: [37, 4] },
      tail: { start: 41, parts: ['CompanyName'] },
    },
    '2': {
      columns: {
        CompanyNumber: [1, 8],
        AppDateOrigin: [10, 1],
        AppointmentType: [11, 2],
        PersonNumber: [13, 12],
        CorporateIndicator: [25, 1],
        AppointmentDate: [33, 8],
        ResignationDate: [41, 8],
        PersonPostcode: [49, 8],
        PartialDateOfBirth: [57, 8],
        FullDateOfBirth: [65, 8],
        VariableDataLength: [73, 4],
      },
      tail: {
        start: 77,
        parts: ['Title', 'Forenames', 'Surname', ...PERSONAL],
      },
    },
  },
} as const satisfies FixedWidthLayout;

/** The kind of a record about a person. */
export const PERSON = '2';

export const OFFICER_TAKEN = [
  ...words('RunNumber ProductionDate CompanyNumber AppDateOrigin AppointmentType'),
  // Distinguishes two officers of one name and is never written.
  'PersonNumber',
  ...words('CorporateIndicator AppointmentDate ResignationDate Title Forenames Surname'),
];

/** Nothing of these is ever cut out of a line: dates of birth, addresses, occupation and nationality among them. */
export const OFFICER_IGNORED = [
  // The file of companies says more of a company than this one.
  'CompanyStatus',
  ...words(`
    NumberOfOfficers CompanyNameLength CompanyName PersonPostcode PartialDateOfBirth FullDateOfBirth VariableDataLength
  `),
  ...PERSONAL,
];
