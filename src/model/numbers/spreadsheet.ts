/** A number that a program wrote as a floating-point number: `5560360793.0`, `1001686633,00`, `1.001.686.633,00`. */
const FLOAT = /^(\d{3,}|\d{1,3}(?:([.,' ])\d{3})+(?!\2))[.,]0{1,2}$/;

/** A number in scientific notation, `1.00168663E+9`: without its last digits, or without trailing zeros. */
const EXPONENT = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/;

/**
 * Whether a spreadsheet wrote the number with an exponent, so that digits of it are lost. Such a text is evidence neither for nor against a
 * company: {@linkcode readingsOf} and {@linkcode paddedReadings} return no reading of it.
 */
export function lostDigits(text: string): boolean {
  return EXPONENT.test(text.normalize('NFKC').trim().toUpperCase());
}

/** Returns the whole number that a spreadsheet or a data frame wrote with a fraction of zeros; any other text as it is. */
export function withoutFraction(text: string): string {
  const [, whole] = FLOAT.exec(text.normalize('NFKC').trim()) ?? [];
  return whole ?? text;
}
