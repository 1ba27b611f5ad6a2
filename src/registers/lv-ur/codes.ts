import type { OfficerKind } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/**
 * Forms of law that one natural person owns and answers for. The law of 1992 on individual (family) undertakings, farms
 * and fishing undertakings was repealed, but they stay registered; many of them bear their owner's name. A
 * representative (PRV) is a person too.
 */
export const SOLE_FORMS: ReadonlySet<string> = new Set(codes.soleForms);

/** Forms of law of organisations with a seat of their own: no branches of foreign companies, and nothing unknown. */
export const ORGANISATION_FORMS: ReadonlySet<string> = new Set(codes.organisations);

/** Records with a number that are not companies, with the reason that is counted. */
export const NO_COMPANIES: ReadonlyMap<string, string> = new Map([
  ['FIL', 'branch of an entity that has a record of its own'],
  ['MIL', 'newspaper, broadcaster or other mass medium'],
]);

/**
 * The Latvian titles of the shown positions: `position` of the register's list of enumerations. MEMBER is a partner who answers for
 * the partnership, or a member of the governing body that is named.
 */
export const SHOWN_POSITIONS: ReadonlyMap<string, string> = new Map(Object.entries(codes.shownPositions));

/** Bodies that manage or supervise: a seat on one makes an officer, also where no position is published. */
export const MANAGING_BODIES: ReadonlySet<string> = new Set(codes.managingBodies);

/** Bodies that audit: their members are not officers, whatever the position. */
export const AUDITING_BODIES: ReadonlySet<string> = new Set(codes.auditingBodies);

/** What `closed` says: list, code and label of the register's enumerations, by the code in the file. */
export const CLOSED: ReadonlyMap<string, { readonly list: string; readonly code: string; readonly label: string }> =
  new Map(Object.entries(codes.closed));

/** The code of `closed` for an entity that ended by a reorganisation. */
export const REORGANISED = 'R';

/** Reorganisations by which the source ends and continues as the final entity. */
export const ENDING_REORGANISATIONS: ReadonlySet<string> = new Set(codes.endingReorganisations);

/** The reorganisation by which the source ends and continues as several entities, which may be unknown. */
export const DIVISION = 'DIVISION';

/** The kind of an officer, by `entity_type`. */
export const OFFICER_KIND_OF: ReadonlyMap<string, OfficerKind> = new Map([
  ['FOREIGN_ENTITY', 'organisation'],
  ['LEGAL_ENTITY', 'organisation'],
  ['NATURAL_PERSON', 'natural_person'],
]);

export const CODES = {
  // The ends of the codes of `legal_form` in the register's enumerations (`LIMITED_LIABILITY_COMPANY_SIA`), and MIL.
  type: [...ORGANISATION_FORMS, ...codes.branches, ...SOLE_FORMS, ...NO_COMPANIES.keys()],
  closed: [...CLOSED.keys()],
  // The others are owners, auditors, arbitrators, and agents of an owner who is a minor or has died.
  position: [...SHOWN_POSITIONS.keys(), ...codes.otherPositions],
  // Assemblies of members do not decide whether somebody is an officer.
  governing_body: [...MANAGING_BODIES, ...AUDITING_BODIES, ...codes.assemblies],
  entity_type: [...OFFICER_KIND_OF.keys()],
  reorganization_type: [...ENDING_REORGANISATIONS, 'OTHER', 'REORGANISATION', 'SEPARATION'],
} as const;
