import { hasRightDigits } from '../../model/index.ts';

/** Says whether a text is an Estonian VAT number (KMKR number): `EE` and nine digits, the last of them the right check digit. */
export function isVatNumber(text: string): boolean {
  return /^EE\d{9}$/.test(text) && hasRightDigits('EE KMKR', text);
}
