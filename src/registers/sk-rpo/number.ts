import { weightedSum } from '../../model/index.ts';

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2];

/** Whether an IČO has eight digits, the last of them 11 less the weighted sum of the others modulo 11, and that modulo 10. */
export function hasRightCheckDigit(number: string): boolean {
  return /^\d{8}$/.test(number) && Number(number[7]) === (11 - (weightedSum(number.slice(0, 7), WEIGHTS) % 11)) % 10;
}
