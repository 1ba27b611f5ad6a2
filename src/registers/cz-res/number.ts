import { weightedSum } from '../../model/index.ts';

const DIGITS = 8;

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2];

/**
 * Writes an identification number (IČO) with the zeros in front that some files leave out. What is longer than eight
 * digits, or no number, stays as it is.
 */
export function paddedNumber(text: string): string {
  return /^\d{1,7}$/.test(text) ? text.padStart(DIGITS, '0') : text;
}

/**
 * Says whether a text is an identification number by form and check digit: eight digits, the last by modulus 11 over the
 * weights 8 to 2, where 10 and 11 are written as 0 and 1.
 */
export function isNumber(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false;
  return (11 - (weightedSum(text, WEIGHTS) % 11)) % 10 === Number(text[DIGITS - 1]);
}
