/** The forms of one person or one family in business. Their registration numbers begin with F. */
export const SOLE_TRADER_FORMS: ReadonlySet<string> = new Set(['PFA', 'II', 'IF', 'PF', 'AF']);

const LEGAL_PERSON_FORMS = ['SRL', 'SRL-D', 'SA', 'SNC', 'SCS', 'SCA', 'SC', 'CA', 'RA', 'OC', 'GIE', 'SE'];

/**
 * Who runs the company, watches over those who do, or winds it up (CALITATE, folded). The file has no others than legal
 * representatives: partners and shareholders are not in it. `reprezentant` is the head of a family business.
 */
const OFFICER_ROLES = [
  'administrator',
  'administrator si reprezentant',
  'administrator si conducator',
  'administrator provizoriu',
  'administrator repus in functie',
  'reprezentant al persoanei juridice',
  'reprezentant administrator persoana juridica',
  'reprezentant legal',
  'director general unic',
  'membru in directorat',
  'membru in consiliul de supraveghere',
  'administrator special',
  'administrator concordatar',
  'administrator judiciar',
  'administrator judiciar provizoriu',
  'lichidator',
  'lichidator provizoriu',
  'lichidator judiciar',
  'lichidator judiciar provizoriu',
  'reprezentant',
];

/** Known and not shown: an agent for single acts, and the members of a family business, who are its owners. */
const OTHER_ROLES = ['mandatar', 'membru'];

const SHOWN_ROLES: ReadonlySet<string> = new Set(OFFICER_ROLES);

/** Says whether the holder of a role is shown. @param role folded */
export function isOfficerRole(role: string): boolean {
  return SHOWN_ROLES.has(role);
}

/** The years of the versions of CAEN, by the code that the register gives them (N_VERSIUNE_CAEN). */
export const CAEN_YEARS: ReadonlyMap<string, string> = new Map([
  ['0', '1998'],
  ['1', '2003'],
  ['2', '2008'],
  ['3', '2025'],
]);

/** The code of state of a firm that was struck off. */
export const STRUCK_OFF = '1084';

/**
 * A firm has several codes of state at once, undated. This is which of them is its status: the one that stands first
 * here. The second row are states that end or interrupt business, by number; a code that is not in the list says less
 * than any of these.
 */
const STATES_BY_GRAVITY = [
  // Struck off, bankrupt, in liquidation, dissolved, insolvent (twice), in judicial reorganisation.
  [STRUCK_OFF, '1070', '1052', '1049', '1107', '1139', '1057'],
  '1055 1073 1076 1078 1083 1086 1094 1098 1100 1105 1106 1109 1111 1113'.split(' '),
  '1120 1121 1126 1132 1133 1134 1137 1138 1144 1145 1151 1152 1153'.split(' '),
  // Business interrupted for a time; in operation.
  ['1074', '1048'],
].flat();

const GRAVITY: ReadonlyMap<string, number> = new Map(STATES_BY_GRAVITY.map((code, place) => [code, place]));

/** The gravest of a firm's codes of state; among codes that are not ranked, the smallest. */
export function gravestState(codes: readonly string[]): string | undefined {
  return codes.toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))[0];
}

function placeOf(code: string): number {
  return GRAVITY.get(code) ?? STATES_BY_GRAVITY.length;
}

export const CODES = {
  FORMA_JURIDICA: [...LEGAL_PERSON_FORMS, ...SOLE_TRADER_FORMS],
  CALITATE: [...OFFICER_ROLES, ...OTHER_ROLES],
  VER_CAEN_AUTORIZAT: [...CAEN_YEARS.keys()],
} as const;
