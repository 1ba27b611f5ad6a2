const DIGITS = 8;

/**
 * Writes an identification number (IČO) with the zeros in front that some files leave out. What is longer than eight
 * digits, or no number, stays as it is.
 */
export function paddedNumber(text: string): string {
  return /^\d{1,7}$/.test(text) ? text.padStart(DIGITS, '0') : text;
}
