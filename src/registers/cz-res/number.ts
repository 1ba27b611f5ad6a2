import { hasRightDigits } from '../../model/index.ts';

const DIGITS = 8;

/**
 * Writes an identification number (IČO) with the zeros in front that some files leave out. What is longer than eight
 * digits, or no number, stays as it is.
 */
export function paddedNumber(text: string): string {
  return /^\d{1,7}$/.test(text) ? text.padStart(DIGITS, '0') : text;
}

/** Says whether a text is an identification number: eight digits, the last of them the right check digit. */
export function isNumber(text: string): boolean {
  return /^\d{8}$/.test(text) && hasRightDigits('CZ IČO', text);
}
