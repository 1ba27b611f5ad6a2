import codes from './codes.json' with { type: 'json' };

/** The forms of one person or one family in business. Their registration numbers begin with F. */
export const SOLE_TRADER_FORMS: ReadonlySet<string> = new Set(codes.soleTraderForms);

/**
 * Managers, supervisors and liquidators of the company (CALITATE, folded). The file holds only legal representatives, not partners or
 * shareholders. `reprezentant` is the head of a family business.
 */
const OFFICER_ROLES: ReadonlySet<string> = new Set(codes.officerRoles);

/** Says whether the holder of a role is shown. @param role folded */
export function isOfficerRole(role: string): boolean {
  return OFFICER_ROLES.has(role);
}

/** The years of the versions of CAEN, by the code that the register gives them (N_VERSIUNE_CAEN). */
export const CAEN_YEARS: ReadonlyMap<string, string> = new Map(Object.entries(codes.caenYears));

/** The code of state of a firm that was struck off. */
export const STRUCK_OFF = '1084';

/**
 * A firm has several undated codes of state; the first in this list is its status. First come struck off, bankrupt, in liquidation,
 * dissolved, insolvent (twice) and in judicial reorganisation, then the states that end or interrupt business, by number, at the end
 * business interrupted for a time and in operation.
 */
const GRAVITY: ReadonlyMap<string, number> = new Map(codes.statesByGravity.map((code, place) => [code, place]));

/** The gravest of a firm's codes of state; among codes that are not ranked, which come last, the smallest. */
export function gravestState(states: readonly string[]): string | undefined {
  return states.toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))[0];
}

function placeOf(code: string): number {
  return GRAVITY.get(code) ?? GRAVITY.size;
}

export const CODES = {
  FORMA_JURIDICA: [...codes.otherForms, ...SOLE_TRADER_FORMS],
  // The others are an agent for single acts, and the members of a family business, who are its owners.
  CALITATE: [...OFFICER_ROLES, ...codes.otherRoles],
  VER_CAEN_AUTORIZAT: [...CAEN_YEARS.keys()],
} as const;
