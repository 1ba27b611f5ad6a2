import { columnsOf, words } from '../../importer/declaration.ts';
import type { FixedWidthLayout } from '../../importer/index.ts';
import columns from './columns.json' with { type: 'json' };

/** Parts of a person's record behind the name, which are never read. */
const PERSONAL = words(
  'Honours CareOf POBox AddressLine1 AddressLine2 PostTown County Country Occupation Nationality UsualResidentialCountry',
);

/**
 * The files of current appointments (Product 195), or with all that ended (Product 216), after the publisher's
 * description of the format. The names of the columns are its own, run together.
 */
const OFFICERS = {
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

/** Names of columns are trimmed. Every file has all that are taken. PersonNumber distinguishes two officers of one name and is never written. */
export const KINDS = {
  officers: { fixedWidth: OFFICERS, ...columnsOf(columns.officers) },
  companies: { csv: { delimiter: ',' }, ...columnsOf(columns.companies) },
};
