import { weightedSum } from '../../model/index.ts';

/**
 * Whether a matična številka has ten digits, the seventh of them the check digit of the six before: 11 less their weighted sum modulo 11,
 * and 0 for 10 and
 * 11. The last three tell the units of a subject from each other.
 */
export function hasRightCheckDigit(number: string): boolean {
  if (!/^\d{10}$/.test(number)) return false;
  const wanted = ((11 - (weightedSum(number.slice(0, 6), [7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10;
  return Number(number[6]) === wanted;
}

/** Whether a davčna številka has eight digits, the last of them 11 less the weighted sum of the others modulo 11, and 0 for 10. */
export function hasRightTaxDigit(number: string): boolean {
  if (!/^[1-9]\d{7}$/.test(number)) return false;
  const wanted = 11 - (weightedSum(number.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) % 11);
  return wanted !== 11 && Number(number[7]) === wanted % 10;
}
