import { hasRightDigits } from '../../model/index.ts';

/** Whether an IČO has eight digits, the last of them the right check digit. */
export function hasRightCheckDigit(number: string): boolean {
  return /^\d{8}$/.test(number) && hasRightDigits('SK IČO', number);
}
