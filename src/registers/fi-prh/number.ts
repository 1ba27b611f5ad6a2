import { hasRightDigits } from '../../model/index.ts';

/** Says whether a text is a Finnish business ID (Y-tunnus): seven digits, a hyphen and the right check digit. */
export function isBusinessId(text: string): boolean {
  return /^\d{7}-\d$/.test(text) && hasRightDigits('FI Y-tunnus', text);
}
