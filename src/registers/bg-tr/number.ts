import { hasRightDigits } from '../../model/index.ts';

/** Whether a UIC has nine digits, or thirteen as units have, and its right check digits. */
export function hasRightCheckDigit(number: string): boolean {
  return /^\d+$/.test(number) && hasRightDigits('BG ЕИК', number);
}
