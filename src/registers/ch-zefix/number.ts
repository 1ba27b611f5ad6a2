import { hasRightDigits } from '../../model/index.ts';

/** Whether a UID is CHE and nine digits, the last of them the right check digit. */
export function hasRightCheckDigit(uid: string): boolean {
  return /^CHE\d{9}$/.test(uid) && hasRightDigits('CH UID', uid);
}
