const FIRST_WEIGHTS = [1, 2, 3, 4, 5, 6, 7];
const SECOND_WEIGHTS = [3, 4, 5, 6, 7, 8, 9];
const VAT_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/**
 * Says whether the last of the eight digits of a registry code (registrikood) is the check digit of the others: the sum
 * weighted 1 to 7, modulo 11; where that is 10, weighted 3 to 9; where that is 10 again, 0.
 */
export function hasRightCheckDigit(code: string): boolean {
  const digits = Array.from(code, Number);
  const first = weighted(digits, FIRST_WEIGHTS) % 11;
  const wanted = first < 10 ? first : (weighted(digits, SECOND_WEIGHTS) % 11) % 10;
  return digits[7] === wanted;
}

/** Says whether a text is an Estonian VAT number (KMKR number) by form and check digit: `EE` and nine digits. */
export function isVatNumber(text: string): boolean {
  return /^EE\d{9}$/.test(text) && weighted(Array.from(text.slice(2), Number), VAT_WEIGHTS) % 10 === 0;
}

function weighted(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0);
}
