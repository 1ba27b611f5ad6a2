/** A number that a program wrote as a floating-point number: `5560360793.0`, `1001686633,00`, `1.001.686.633,00`. */
const FLOAT = /^(\d{3,}|\d{1,3}(?:([.,' ])\d{3})+(?!\2))[.,]0{1,2}$/;

/** A number in scientific notation, `1.00168663E+9`: without its last digits, or without trailing zeros. */
const EXPONENT = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/;

/**
 * Returns the number of a text that a spreadsheet or a data frame may have changed: the whole number of one with a fraction of zeros, any
 * other text as it is. Undefined if it is written with an exponent, so that digits of it are lost.
 */
export function numberText(written: string): string | undefined {
  const text = written.normalize('NFKC').trim();
  return EXPONENT.test(text.toUpperCase()) ? undefined : (FLOAT.exec(text)?.[1] ?? written);
}

/**
 * Whether a spreadsheet wrote the number with an exponent, so that digits of it are lost. Such a text is evidence neither for nor against a
 * company: {@linkcode listReadings} and {@linkcode paddedReadings} return no reading of it.
 */
export function lostDigits(written: string): boolean {
  return numberText(written) === undefined;
}
