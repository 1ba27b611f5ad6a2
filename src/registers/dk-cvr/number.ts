import { weightedSum } from '../../model/index.ts';

const WEIGHTS = [2, 7, 6, 5, 4, 3, 2, 1];

/** Whether a CVR number has eight digits, whose weighted sum is divisible by 11. */
export function hasRightCheckDigit(number: string): boolean {
  return /^\d{8}$/.test(number) && weightedSum(number, WEIGHTS) % 11 === 0;
}
