import { weightedSum } from '../../model/index.ts';

const VAT_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Says whether a text is an Estonian VAT number (KMKR number) by form and check digit: `EE` and nine digits. */
export function isVatNumber(text: string): boolean {
  return /^EE\d{9}$/.test(text) && weightedSum(text.slice(2), VAT_WEIGHTS) % 10 === 0;
}
