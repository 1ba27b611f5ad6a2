import { hasRightDigits } from '../../model/index.ts';

/** Whether an IDNO has thirteen digits, the last of them the right check digit. */
export function hasRightCheckDigit(number: string): boolean {
  return /^\d{13}$/.test(number) && hasRightDigits('MD IDNO', number);
}
