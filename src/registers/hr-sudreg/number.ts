import { hasRightDigits } from '../../model/index.ts';

/** Whether an OIB has eleven digits, the last of them the right check digit. */
export function hasRightCheckDigit(oib: string): boolean {
  return /^\d{11}$/.test(oib) && hasRightDigits('HR OIB', oib);
}
