import codes from './codes.json' with { type: 'json' };

/**
 * The appointment types that are shown, by code, with the titles of the register's own list of officer roles. 12 is appointed under the
 * Charities Act, 13 of a community interest company; 17 to 19 are the organs of a Societas Europaea.
 */
export const OFFICER_ROLES: ReadonlyMap<string, string> = new Map(Object.entries(codes.officerRoles));

/** The types of the same appointments once they have ended. */
export const ENDED_TYPES: ReadonlySet<string> = new Set(codes.endedTypes);

/** An appointment that was registered by mistake. */
export const ERRORED_TYPE = '99';

/** The types whose date is the one on which the form was registered, not that of the appointment. */
export const UNDATED_TYPES: ReadonlySet<string> = new Set(['11', '12', '13']);

/**
 * Where the date was taken from an annual return. For those who were in office when the register began to hold officers,
 * it is the date of the return: the register's own pages then say "appointed before".
 */
export const ORIGIN_ANNUAL_RETURN = '2';

/**
 * The closed lists of Product 217: the publisher prints none; these are the values that files from 2018 to September
 * 2026 are known to hold. The description of the files of officers lists all of theirs.
 */
export const CODES = {
  CompanyCategory: codes.companyCategories,
  CompanyStatus: codes.companyStatuses,
  // The first two characters of a number that does not begin with two digits.
  'CompanyNumber prefix': codes.numberPrefixes,
  AppointmentType: [...OFFICER_ROLES.keys(), ...ENDED_TYPES, ERRORED_TYPE],
  AppDateOrigin: ['1', '2', '3', '4', '5', '6'],
  CorporateIndicator: ['Y'],
} as const;
