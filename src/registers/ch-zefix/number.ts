import { weightedSum } from '../../model/index.ts';

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4];

/** Whether a UID is CHE and nine digits, the last of them 11 less the weighted sum of the others modulo 11, and 0 for 11. */
export function hasRightCheckDigit(uid: string): boolean {
  const [, digits] = /^CHE(\d{9})$/.exec(uid) ?? [];
  return digits !== undefined && Number(digits[8]) === (11 - (weightedSum(digits.slice(0, 8), WEIGHTS) % 11)) % 11;
}
