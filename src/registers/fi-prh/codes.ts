/** The languages of descriptions are numbered: 1 Finnish, 2 Swedish, 3 English. */
export const FINNISH = '1';

/** The number of the Trade Register among the registers of `registeredEntries`. */
export const TRADE_REGISTER = '1';

/** The type of the name proper; the others are parallel and auxiliary names. */
export const COMPANY_NAME = '1';

/** The types of addresses in the order in which they tell the country: visiting, then postal. */
export const ADDRESS_TYPES = ['1', '2'] as const;

/** Removed from the Trade Register, and ceased: what was open then often stays open in the file. */
export const ENDED: ReadonlySet<string> = new Set(['2', '4']);

/** Bankruptcy, liquidation, restructuring: the most serious first. */
export const SITUATIONS = ['KONK', 'SELTILA', 'SANE'] as const;

/** The status of a business ID that is valid; it says nothing of the company. */
export const VALID_ID = '2';

/** The generations of the Finnish classification of activities, by the code list that an activity is from. */
export const TOL_OF_CODE_SET: ReadonlyMap<string, string> = new Map([
  ['TOIMI2', 'TOL 2002'],
  ['TOIMI3', 'TOL 2008'],
  ['TOIMI4', 'TOL 2025'],
]);

/** One person in business, and the estate of a dead one: both go by the person's name. */
export const ONE_PERSON_FORMS: ReadonlySet<string> = new Set(['26', '53']);

export const CODES = {
  // Unregistered, registered, removed, new and not yet registered, ceased.
  tradeRegisterStatus: ['0', '1', '2', '3', '4'],
  // Of the business ID: pending, valid, no longer valid.
  status: ['1', VALID_ID, '5'],
  companySituations: SITUATIONS,
  'names.type': [COMPANY_NAME, '2', '3', '4'],
  'addresses.type': ADDRESS_TYPES,
  typeCodeSet: [...TOL_OF_CODE_SET.keys()],
  companyForms: [
    // The forms of the Trade Register, which the open data are restricted to.
    ...'2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 80 83 84'.split(' '),
    // The forms of the other registers that use the same list: public bodies, churches, funds, tax units.
    ...'0 28 29 30 31 32 33 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 54 55 56 57 58 59'.split(' '),
    ...'60 61 62 63 64 70 71 85 90'.split(' '),
    ...ONE_PERSON_FORMS,
  ],
} as const;
