/** Returns the sum of the digits of a text, each times its weight; digits without a weight are ignored. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, position) => sum + weight * Number(digits[position] ?? 0), 0);
}

/** Whether the last digit is the check digit of the others by Luhn's formula (ISO/IEC 7812-1, annex B). */
export function hasLuhnDigit(digits: string): boolean {
  return luhnSum(digits) % 10 === 0;
}

/** The Luhn check digit of a number. */
export function computeLuhnDigit(digits: string): number {
  return (10 - (luhnSum(`${digits}0`) % 10)) % 10;
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let position = 0; position < digits.length; position++) {
    const digit = digits.charCodeAt(position) - 0x30;
    const weighted = (digits.length - position) % 2 === 1 ? digit : 2 * digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum;
}

/**
 * Whether the last digit is the check digit of the others by the rule of Estonian and Lithuanian codes: their sum weighted 1, 2, 3 …,
 * modulo 11; if that is 10, weighted 3, 4, 5 …; if that is 10 again, 0. After 9 the weights start again at 1.
 */
export function hasModulus11Digit(digits: string): boolean {
  const remainder = (first: number): number =>
    weightedSum(
      digits,
      Array.from({ length: digits.length - 1 }, (_, i) => ((first - 1 + i) % 9) + 1),
    ) % 11;
  const wanted = remainder(1) < 10 ? remainder(1) : remainder(3) % 10;
  return Number(digits.at(-1)) === wanted;
}

/** Whether the last digit is the check digit of the others by ISO 7064, MOD 11,10. */
export function hasIso7064Digit(digits: string): boolean {
  let rest = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (rest + Number(digit)) % 10;
    rest = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return Number(digits.at(-1)) === (11 - rest) % 10;
}

/** Returns the check letter of the six digits of an Austrian company number. */
export function austrianLetter(digits: string): string {
  return 'ABDFGHIKMPSTVWXYZ'.charAt(weightedSum(digits.padStart(6, '0'), [6, 4, 14, 15, 10, 1]) % 17);
}

/**
 * Whether fourteen digits are a SIRET: by Luhn's formula, except for the establishments of La Poste, whose digits have a sum that is a
 * multiple of 5. Its head office has a number by Luhn's formula as well.
 */
export function isSiret(digits: string): boolean {
  if (!hasLuhnDigit(digits.slice(0, 9))) return false;
  return hasLuhnDigit(digits) || (digits.startsWith(LA_POSTE) && weightedSum(digits, ONES) % 5 === 0);
}

const LA_POSTE = '356000000';
const ONES: readonly number[] = Array.from({ length: 14 }, () => 1);
