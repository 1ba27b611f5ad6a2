import { words } from '../../importer/declaration.ts';
import type { OfficerKind } from '../../model/index.ts';

/**
 * Forms of law that one natural person owns and answers for. The law of 1992 on individual (family) undertakings, farms
 * and fishing undertakings is no more, but they stay registered; many of them bear their owner's name. A
 * representative (PRV) is a person too.
 */
export const SOLE_FORMS: ReadonlySet<string> = new Set(['IK', 'IND', 'GIM', 'ZEM', 'ZVJ', 'PRV']);

/** What has a number and is no company, with the reason that is counted. */
export const NO_COMPANIES: ReadonlyMap<string, string> = new Map([
  ['FIL', 'branch of an entity that has a record of its own'],
  ['MIL', 'newspaper, broadcaster or other mass medium'],
]);

/** What an officer of a shown position is called: `position` of the register's list of enumerations. */
export const SHOWN_POSITIONS: ReadonlyMap<string, string> = new Map([
  ['ADMINISTRATIVE_MANAGER', 'Administratīvais vadītājs'],
  ['ADMINISTRATOR', 'Administrators'],
  ['AUTHORISED_REPRESENTATIVE', 'Pilnvarotais pārstāvis'],
  ['BOARD_MEMBER', 'Valdes loceklis'],
  ['BRANCH_REPRESENTATIVE', 'Persona, kura pilnvarota pārstāvēt komersantu darbībās, kas saistītas ar filiāli'],
  ['CHAIR_OF_BOARD', 'Valdes priekšsēdētājs'],
  ['CHAIR_OF_SUPERVISORY_BOARD', 'Padomes priekšsēdētājs'],
  ['DEPUTY_CHAIR_OF_SUPERVISORY_BOARD', 'Padomes priekšsēdētāja vietnieks'],
  ['GENERAL_MANAGER', 'Vadītājs'],
  ['LIQUIDATOR', 'Likvidators'],
  ['MANAGER', 'Vadītājs'],
  ['MANAGING_DIRECTOR', 'Rīkotājdirektors'],
  // A partner who answers for the partnership, or a member of the governing body that is named.
  ['MEMBER', 'Biedrs'],
  ['PRESIDENT', 'Prezidents'],
  ['REPRESENTATIVE_MANAGER', 'Pārvaldnieks'],
  ['REPRESENTATIVE_OF_THE_ADMINISTRATOR', 'Administratora pārstāvis'],
  ['REPRESENTATIVE_OF_THE_LIQUIDATOR', 'Likvidatora pārstāvis'],
  ['SUPERVISORY_BOARD_MEMBER', 'Padomes loceklis'],
]);

/** Owners, auditors, arbitrators, and those who act for an owner that is a minor or has died: known, and no officers. */
const OTHER_POSITIONS = ['ARBITRATOR', 'AUDITOR', 'CO_OWNER', 'ESTATE_TRUSTEE', 'GUARDIAN', 'OWNER'];

/** Bodies that manage or supervise: a seat on one makes an officer, also where no position is published. */
export const MANAGING_BODIES: ReadonlySet<string> = new Set(
  words(`
  ADMINISTRATION BOARD_DIRECTORS CENTRAL_COMMITTEE CITY_COUNCIL COLLEGIUM COMMITTEE COORDINATION_COUNCIL
  COUNCIL_DIRECTORS DIRECTORATE EXECUTIVE_BOARD EXECUTIVE_BODY EXECUTIVE_COMMITTEE LIQUIDATION_COMMITTEE MANAGEMENT_BODY
  PRESIDIUM SECRETARIAT SENATE STAFF_COMMITTEE SUPERVISORY_BOARD
`),
);

/** Bodies that audit: whoever sits on them is no officer, whatever the position. */
export const AUDITING_BODIES: ReadonlySet<string> = new Set(['AUDITOR', 'AUDIT_COMMITTEE']);

/** Assemblies of members: known; they do not decide whether somebody is an officer. */
const ASSEMBLIES = ['CONFERENCE', 'CONGRESS', 'CONVENTION', 'GENERAL_MEETING'];

/** What `closed` says: list, code and label of the register's enumerations, by the code in the file. */
export const CLOSED: ReadonlyMap<string, readonly [list: string, code: string, label: string]> = new Map([
  ['A', ['status', 'ANNULLED', 'Anulēts']],
  ['L', ['status', 'REMOVED', 'Izslēgts no reģistra']],
  ['R', ['status_details', 'REORGANIZED', 'Izslēgts reorganizācijas rezultātā']],
] as const);

/** The code of `closed` for an entity that ended by a reorganisation. */
export const REORGANISED = 'R';

/** Reorganisations by which the source ends and goes on as the final entity. */
export const ENDING_REORGANISATIONS: ReadonlySet<string> = new Set(words('ACQUISITION DIVISION MERGER TRANSFORMATION'));

/** The reorganisation by which the source ends and goes on as several entities, whether all are known or not. */
export const DIVISION = 'DIVISION';

/** What an officer is, by `entity_type`. */
export const OFFICER_KIND_OF: ReadonlyMap<string, OfficerKind> = new Map([
  ['FOREIGN_ENTITY', 'organisation'],
  ['LEGAL_ENTITY', 'organisation'],
  ['NATURAL_PERSON', 'natural_person'],
]);

export const CODES = {
  // The ends of the codes of `legal_form` in the register's enumerations (`LIMITED_LIABILITY_COMPANY_SIA`), and MIL.
  type: (
    'AKF AKP ARA ARB ARV AS ASF BAZ BDR BIE CEN DIE DIS DRJ DRZ EGF EIG GPM KAT KB KBS KBU KLO KOR KS KSS LIG MIS NOD ' +
    'PAJ PAP PAR POL POR PP PPA PRO PS PSV REL ROI RON SAA SAB SAV SCE SE SIA SKT SOU SPA SPO UZN VU'
  )
    .split(' ')
    .concat([...SOLE_FORMS, ...NO_COMPANIES.keys()]),
  closed: [...CLOSED.keys()],
  position: [...SHOWN_POSITIONS.keys(), ...OTHER_POSITIONS],
  governing_body: [...MANAGING_BODIES, ...AUDITING_BODIES, ...ASSEMBLIES],
  entity_type: [...OFFICER_KIND_OF.keys()],
  reorganization_type: [...ENDING_REORGANISATIONS, 'OTHER', 'REORGANISATION', 'SEPARATION'],
} as const;
