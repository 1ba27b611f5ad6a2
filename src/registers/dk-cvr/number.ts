import { hasRightDigits } from '../../model/index.ts';

/** Whether a CVR number has eight digits, the last of them the right check digit. */
export function hasRightCheckDigit(number: string): boolean {
  return /^\d{8}$/.test(number) && hasRightDigits('DK CVR', number);
}
