const LENGTH = 8;

/** A code with the leading zeros that it may have lost; what is not all digits stays as it is. */
export function padded(code: string): string {
  return /^\d{1,8}$/.test(code) ? code.padStart(LENGTH, '0') : code;
}
