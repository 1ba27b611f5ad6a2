import codes from './codes.json' with { type: 'json' };

/** The codes of source registers (CL010112) that are known: the commercial register and the trade register. */
export const COMMERCIAL_REGISTER = '1';
export const TRADE_REGISTER = '2';

/** Forms of natural persons in business (CL000056); 422 are those who live abroad. */
export const SOLE_TRADER_FORMS: ReadonlySet<string> = new Set(codes.soleTraderForms);

/**
 * Statutory bodies (CL010113) are managers, boards, administrators, liquidators, heads of public and church bodies; the stakeholders
 * (CL010109) who are officers are procurators and supervisory boards.
 */
const SHOWN: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['statutoryBodies', new Set(codes.statutoryBodies)],
  ['stakeholders', new Set(codes.officerStakeholders)],
]);

/** Whether an entry of a list of persons is shown, by the code of its type. */
export function isOfficer(list: string, code: string): boolean {
  return SHOWN.get(list)?.has(code) === true;
}

/** The classifications of main activities, by the code of their list. */
export const ACTIVITY_SCHEMES: ReadonlyMap<string, string> = new Map([['CL010579', 'SK NACE Rev. 2.1']]);

export const CODES = {
  legalForms: [...codes.soleTraderForms, ...codes.otherForms],
  // No list was found: every status is shown as published, and counted.
  legalStatuses: [],
  sourceRegister: [COMMERCIAL_REGISTER, TRADE_REGISTER],
  'mainActivity.codelistCode': [...ACTIVITY_SCHEMES.keys()],
  statutoryBodies: codes.statutoryBodies,
  // The owners are partners and shareholders.
  stakeholders: [...codes.officerStakeholders, ...codes.owners],
} as const;
