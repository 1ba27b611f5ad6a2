import { weightedSum } from '../../model/index.ts';

const WEIGHTS = [2, 7, 6, 5, 4, 3, 2];

/**
 * Whether a matični broj has eight digits, the last of them the check digit of the others: 11 less their weighted sum modulo 11, and 0
 * for 10 and 11. The rule was found by trial and holds for all numbers that were at hand; no source states it.
 */
export function hasRightCheckDigit(number: string): boolean {
  return (
    /^\d{8}$/.test(number) && Number(number[7]) === ((11 - (weightedSum(number.slice(0, 7), WEIGHTS) % 11)) % 11) % 10
  );
}
