import { hasLuhnDigit } from '../../model/index.ts';

/** Says whether a text is a SIREN by form and check digit: nine digits, the last by Luhn's formula. */
export function isSiren(text: string): boolean {
  return /^\d{9}$/.test(text) && hasLuhnDigit(text);
}
