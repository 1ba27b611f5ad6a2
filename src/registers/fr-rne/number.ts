import { hasRightDigits } from '../../model/index.ts';

/** Says whether a text is a SIREN: nine digits, the last of them the right check digit. */
export function isSiren(text: string): boolean {
  return /^\d{9}$/.test(text) && hasRightDigits('FR SIREN', text);
}
