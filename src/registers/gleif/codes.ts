import { words } from '../../importer/declaration.ts';

/** The closed code lists of the LEI Common Data File that an import acts on or passes through. */
export const CODES = {
  'Registration.RegistrationStatus': [
    'ISSUED',
    // The yearly fee was missed. It says nothing about the company.
    'LAPSED',
    ...words('PENDING_TRANSFER PENDING_ARCHIVAL TRANSFERRED RETIRED MERGED DUPLICATE ANNULLED CANCELLED'),
  ],
  'Entity.EntityStatus': ['ACTIVE', 'INACTIVE', 'NULL'],
  'Entity.EntityCategory': words(`
    GENERAL FUND BRANCH SOLE_PROPRIETOR RESIDENT_GOVERNMENT_ENTITY INTERNATIONAL_ORGANIZATION
  `),
} as const;

/** Legal forms that are no form of the list: one is asked for (8888), or there is none (9999). */
export const FORM_PLACEHOLDERS: ReadonlySet<string> = new Set(['8888', '9999']);

/** Authorities outside the list (RA888888), or none at all (RA999999). */
export const AUTHORITY_PLACEHOLDERS: ReadonlySet<string> = new Set(['RA888888', 'RA999999']);

/** Jurisdictions in which several registers hand out the same numbers. In Germany every court counts for itself. */
export const NUMBERS_REPEAT: ReadonlySet<string> = new Set(['DE']);

/** What the report calls the records that became redirects, and splits. */
export const REDIRECTED = 'redirected to its successor';
export const SPLIT = 'split into its successors';

/** What the report calls the entries of the code lists that were given. */
export const LISTED = 'lists: entry of a code list, taken';
