import { hasRightDigits } from '../../model/index.ts';

/** Whether a matična številka has ten digits, the seventh of them the right check digit. */
export function hasRightCheckDigit(number: string): boolean {
  return /^\d{10}$/.test(number) && hasRightDigits('SI matična številka', number);
}

/** Whether a davčna številka has eight digits, the last of them the right check digit. */
export function hasRightTaxDigit(number: string): boolean {
  return /^\d{8}$/.test(number) && hasRightDigits('SI davčna številka', number);
}
