import { weightedSum } from '../../model/index.ts';

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2];

/**
 * Says whether a text is a Finnish business ID (Y-tunnus) by form and check digit: seven digits, a hyphen and the check
 * digit, by modulus 11 over the weights 7 9 10 5 8 4 2.
 */
export function isBusinessId(text: string): boolean {
  if (!/^\d{7}-\d$/.test(text)) return false;
  const remainder = weightedSum(text, WEIGHTS) % 11;
  // A remainder of 1 would need the digit 10: such numbers are not issued.
  return Number(text[8]) === (remainder === 0 ? 0 : 11 - remainder);
}
