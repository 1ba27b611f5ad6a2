import codes from './codes.json' with { type: 'json' };

/**
 * The roles of officers, which are shown. Names of boards stand for a seat on them: the committee of a bank, the commission that
 * liquidates, the body of several directors.
 */
export const SHOWN_ROLES: readonly string[] = codes.shownRoles;

/** The placeholder for a role that the register does not have. */
export const NO_ROLE = 'Datele lipsesc';

/** Forms are not checked: their list was not available. */
export const CODES = {
  rol: [...SHOWN_ROLES, NO_ROLE],
} as const;
