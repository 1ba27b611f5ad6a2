/** Forms (eCH-0097) of one natural person or of several, whose names are the names of people. */
export const NATURAL_PERSONS: ReadonlySet<string> = new Set(['0101', '0118', '0119']);

/** Branches of companies that are in the register themselves. */
export const DOMESTIC_BRANCH = '0151';

/** Branches of companies of other countries: their address is not that of a head office. */
export const FOREIGN_BRANCH = '0111';

/** The forms of the commercial register in eCH-0097. */
export const CODES = {
  legalforms: [
    '0101',
    '0103',
    '0104',
    '0105',
    '0106',
    '0107',
    '0108',
    '0109',
    '0110',
    '0111',
    '0113',
    '0114',
    '0115',
    '0116',
    '0117',
    '0118',
    '0119',
    '0151',
  ],
} as const;
