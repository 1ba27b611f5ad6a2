/**
 * The roles of officers, which are shown. Names of boards stand for a seat on them: the committee of a bank, the commission that
 * liquidates, the body of several directors.
 */
export const SHOWN_ROLES: readonly string[] = [
  'Administrator',
  'Administrator provizoriu',
  'Administrator fiduciar',
  'Administrator din oficiu',
  'Administrator al procesului de insolvabilitate',
  'Administrator al procedurii planului',
  'Direcţie de conducere',
  'Comitet',
  'Comisia',
  'Lichidator',
];

/** What stands in the place of a role that the register does not have. */
export const NO_ROLE = 'Datele lipsesc';

/** The beginnings of forms of one person, folded: sole traders, and farms, which one person owns. */
export const SOLE_FORMS = ['intreprindere individuala', 'intreprinzator individual', 'gospodarie taraneasca'];

/** The beginnings of forms of units whose head office is elsewhere, folded. */
export const UNIT_FORMS = ['filiala', 'reprezentanta', 'sucursala'];

/** The status of a company with a date of liquidation. The file has no word for it: this is that of the column. */
export const ENDED = 'Lichidată';

/** Forms are not checked: their list was not available. */
export const CODES = {
  rol: [...SHOWN_ROLES, NO_ROLE],
} as const;
