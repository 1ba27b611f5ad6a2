/** Packed digits: decimal digits, two in a byte, the first in the high half. Most numbers of registers are digits. */

const ZERO = 0x30;
/** The low half of the last byte if the number of digits is odd. */
const NO_DIGIT = 0xf;

export function areDigits(text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if ((text[i] ?? 0) < ZERO || (text[i] ?? 0) > ZERO + 9) return false;
  return true;
}

export function packedBytes(digits: number): number {
  return (digits + 1) >> 1;
}

/** Writes a text of digits; returns the offset of the next byte. */
export function packDigits(text: Uint8Array, target: Uint8Array, start: number): number {
  let at = start;
  for (let i = 0; i < text.length; i += 2) {
    const second = i + 1 < text.length ? (text[i + 1] ?? 0) - ZERO : NO_DIGIT;
    target[at++] = (((text[i] ?? 0) - ZERO) << 4) | second;
  }
  return at;
}

/** Returns the character code of the digit at an index. */
export function digitAt(packed: Uint8Array, start: number, index: number): number {
  const byte = packed[start + (index >> 1)] ?? 0;
  return ZERO + ((index & 1) === 0 ? byte >> 4 : byte & 0xf);
}

/** Returns a number of packed digits as a text. */
export function unpackDigits(packed: Uint8Array, start: number, digits: number): string {
  return Buffer.from(packed.subarray(start, start + packedBytes(digits)))
    .toString('hex')
    .slice(0, digits);
}
