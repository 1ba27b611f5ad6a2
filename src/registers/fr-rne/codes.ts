import codes from './codes.json' with { type: 'json' };

/**
 * The roles that make an officer, by their code, with the words of the register: managers, directors, members of boards, and
 * representatives of the whole company.
 */
export const OFFICER_ROLES: ReadonlyMap<string, string> = new Map(Object.entries(codes.officerRoles));

/** The `source.system` of its officers. */
export const SYSTEM = 'Institut national de la propriété industrielle (INPI), Registre national des entreprises';

export const INDIVIDUAL = 'INDIVIDU';
export const ENTITY = 'ENTREPRISE';

/** The only unit that INSEE diffuses whole. */
export const DIFFUSED = 'O';

/** What the register writes in place of a name that it withholds. */
export const WITHHELD_NAMES: ReadonlySet<string> = new Set(['[ND]', '[NON-DIFFUSIBLE]', '[NON DIFFUSIBLE]']);

export const CODES = {
  // The other roles are members and partners (11, 23, 41, 74, 75, 94 to 96, 131, 132), joint owners and successors, auditors and other
  // controllers (13, 14, 71, 72, 104, 218 to 220), agents for an establishment, for taxes or for a single matter, and 99, "other".
  roleEntreprise: [...OFFICER_ROLES.keys(), ...codes.otherRoles],
  typeDePersonne: [INDIVIDUAL, ENTITY],
  diffusionINSEE: [DIFFUSED, 'N', 'P'],
} as const;
