import codes from './codes.json' with { type: 'json' };

/** Roles (rolletype) that are shown, in the order of the register's own list. The others are accountants, owners, signatories and the like. */
const SHOWN_ROLES: ReadonlySet<string> = new Set(codes.officerRoles);

/** The owner of a sole proprietorship: the company itself, under a person's name. */
const SOLE_OWNER = 'INNH';

/** Says whether the holder of a role is shown, by the code of the role (not of its group). */
export function isShownRole(code: string, soleTraders: boolean): boolean {
  return SHOWN_ROLES.has(code) || (soleTraders && code === SOLE_OWNER);
}

/** Organisation forms of sub-units: places of work of an entity that is itself in the file of entities. */
export const SUB_UNIT_FORMS: ReadonlySet<string> = new Set(['BEDR', 'AAFY']);

/** The organisation form of one person in business. */
export const SOLE_TRADER_FORM = 'ENK';

export const CODES = {
  // NUF is the Norwegian registration of a foreign company; KBO a bankruptcy estate, an entity of its own beside the bankrupt one.
  organisasjonsform: codes.forms,
  rolletype: [...codes.officerRoles, SOLE_OWNER, ...codes.otherRoles],
} as const;
