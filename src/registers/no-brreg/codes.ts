import { words } from '../../importer/declaration.ts';

/** What the holder of an officer's role (rolletype) is in the company. In this order in the register's own list. */
const OFFICER_ROLES = words('LEDE NEST MEDL VARA OBS DAGL FFØR BEST KOMP DTPR DTSO REPR BOBE');

/** The owner of a sole proprietorship: the company itself, under a person's name. */
const SOLE_OWNER = 'INNH';

/** Accountants, auditors, contacts, debtors, owners, signatories and the like: known, and no officers. */
const OTHER_ROLES = words('REGN REVI KONT KDEB KENK HFOR EIKM SAM ORGL SIGN SIFE SIHV PROK POFE POHV');

const SHOWN_ROLES: ReadonlySet<string> = new Set(OFFICER_ROLES);

/** Says whether the holder of a role is shown, by the code of the role (not of its group). */
export function isShownRole(code: string, soleTraders: boolean): boolean {
  return SHOWN_ROLES.has(code) || (soleTraders && code === SOLE_OWNER);
}

/** Organisation forms of sub-units: places of work of an entity that is itself in the file of entities. */
export const SUB_UNIT_FORMS: ReadonlySet<string> = new Set(['BEDR', 'AAFY']);

/** The organisation form of one person in business. */
export const SOLE_TRADER_FORM = 'ENK';

export const CODES = {
  organisasjonsform: [
    ...words('AS ASA ENK ANS DA'),
    // The Norwegian registration of a foreign company.
    'NUF',
    // A bankruptcy estate: an entity of its own beside the bankrupt one.
    'KBO',
    ...words(`
      ADOS ANNA BA BBL BO BRL EOFG ESEK FKF FLI FYLK GFS IKJP IKS KF KIRK KOMM KS KTRF OPMV ORGL PERS PK PRE SA SAM SE
      SF SPA STAT STI SÆR TVAM UTLA VPFO
    `),
    ...SUB_UNIT_FORMS,
  ],
  rolletype: [...OFFICER_ROLES, SOLE_OWNER, ...OTHER_ROLES],
} as const;
