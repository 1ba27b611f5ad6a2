import { weightedSum } from '../../model/index.ts';

const WEIGHTS = [1, 2, 3, 4, 5, 6, 7];

/** Those of the numbers from 30,000,000 to 60,000,000. */
const MIDDLE_WEIGHTS = [7, 1, 2, 3, 4, 5, 6];

const LENGTH = 8;

/** A code with the leading zeros that it may have lost; what is not all digits stays as it is. */
export function padded(code: string): string {
  return /^\d{1,8}$/.test(code) ? code.padStart(LENGTH, '0') : code;
}

/**
 * Whether a code (ЄДРПОУ) has eight digits, the last of them the weighted sum of the others modulo 11; where that is 10, with
 * each weight two more, and 0 for 10.
 */
export function hasRightCheckDigit(code: string): boolean {
  if (!/^\d{8}$/.test(code)) return false;
  const value = Number(code);
  const weights = value > 30_000_000 && value < 60_000_000 ? MIDDLE_WEIGHTS : WEIGHTS;
  const first = weightedSum(code, weights) % 11;
  const check = first < 10 ? first : (weightedSum(code, weights.map((weight) => weight + 2)) % 11) % 10; // prettier-ignore
  return Number(code[LENGTH - 1]) === check;
}
