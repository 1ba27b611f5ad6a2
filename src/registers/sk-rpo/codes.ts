import { words } from '../../importer/declaration.ts';

/** The codes of source registers (CL010112) that are known: the commercial register and the trade register. */
export const COMMERCIAL_REGISTER = '1';
export const TRADE_REGISTER = '2';

/** Forms of natural persons in business (CL000056); 422 are those who live abroad. */
export const SOLE_TRADER_FORMS: ReadonlySet<string> = new Set(words('100 101 102 103 104 105 106 107 108 109 110 422'));

const OTHER_FORMS = words(`
  111 112 113 117 118 119 121 122 123 124 125 205 271 272 301 311 312 321 331 381 382 383 421 433 434 445 701 711 721
  741 745 751 752 801 803 804 901 911 921 931 951 995
`);

/** Statutory bodies (CL010113): managers, boards, administrators, liquidators, heads of public and church bodies. */
const STATUTORY_BODIES = words('3 11 12 13 14 15 16 17 30 35 36 37 38 99');

/** Stakeholders (CL010109) who are officers: procurators and supervisory boards. */
const OFFICER_STAKEHOLDERS = words('24 98');

/** Partners and shareholders: known, and no officers. */
const OWNERS = words('94 99');

const SHOWN: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['statutoryBodies', new Set(STATUTORY_BODIES)],
  ['stakeholders', new Set(OFFICER_STAKEHOLDERS)],
]);

/** Whether an entry of a list of persons is shown, by the code of its type. */
export function isOfficer(list: string, code: string): boolean {
  return SHOWN.get(list)?.has(code) === true;
}

/** The classifications of main activities, by the code of their list. */
export const ACTIVITY_SCHEMES: ReadonlyMap<string, string> = new Map([['CL010579', 'SK NACE Rev. 2.1']]);

export const CODES = {
  legalForms: [...SOLE_TRADER_FORMS, ...OTHER_FORMS],
  // No list was found: every status is shown as published, and counted.
  legalStatuses: [],
  sourceRegister: [COMMERCIAL_REGISTER, TRADE_REGISTER],
  'mainActivity.codelistCode': [...ACTIVITY_SCHEMES.keys()],
  statutoryBodies: STATUTORY_BODIES,
  stakeholders: [...OFFICER_STAKEHOLDERS, ...OWNERS],
} as const;
