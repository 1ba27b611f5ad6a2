import { weightedSum } from '../../model/index.ts';

const WEIGHTS = [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1];

/**
 * Says whether the last of the eleven digits of a registration number (reģistrācijas numurs) is the check digit of the
 * others: all eleven, weighted 9 1 4 8 3 10 2 5 7 6 1, leave 3 when divided by 11.
 */
export function hasRightCheckDigit(number: string): boolean {
  return weightedSum(number, WEIGHTS) % 11 === 3;
}
