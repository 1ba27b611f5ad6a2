import { hasRightDigits } from '../../model/index.ts';

/** Says whether the last of the eleven digits of a registration number (reģistrācijas numurs) is the right check digit. */
export function hasRightCheckDigit(number: string): boolean {
  return /^\d{11}$/.test(number) && hasRightDigits('LV reģistrācijas numurs', number);
}
