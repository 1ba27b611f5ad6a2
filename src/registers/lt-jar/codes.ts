/** The closed lists of the register; legal forms are not checked, because their list was not available. */
export const CODES = {
  // 0 is the ordinary state of a living entity: no special legal status is registered.
  stat_kodas: '0 1 2 3 4 5 6 7 8 9 10 11 12 13 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30'.split(' '),
} as const;

/** The register's own text for status 10, which the file of deregistered entities states of every row by its date. */
export const DEREGISTERED = 'Išregistruotas';
