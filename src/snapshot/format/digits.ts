/** Decimal digits, two in a byte, the first in the high half: what most numbers of registers are written with. */

const ZERO = 0x30;
/** In the low half of the last byte where the digits are odd in number. */
const NO_DIGIT = 0xf;

/** Whether all bytes of a text are decimal digits. */
export function areDigits(text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if ((text[i] ?? 0) < ZERO || (text[i] ?? 0) > ZERO + 9) return false;
  return true;
}

/** How many bytes so many digits take. */
export function packedBytes(digits: number): number {
  return (digits + 1) >> 1;
}

/** Writes a text of digits; returns where the next byte goes. */
export function packDigits(text: Uint8Array, target: Uint8Array, start: number): number {
  let at = start;
  for (let i = 0; i < text.length; i += 2) {
    const second = i + 1 < text.length ? (text[i + 1] ?? 0) - ZERO : NO_DIGIT;
    target[at++] = (((text[i] ?? 0) - ZERO) << 4) | second;
  }
  return at;
}

/** The character code of a digit, by its place. */
export function digitAt(packed: Uint8Array, start: number, place: number): number {
  const byte = packed[start + (place >> 1)] ?? 0;
  return ZERO + ((place & 1) === 0 ? byte >> 4 : byte & 0xf);
}

/** Every byte as the two digits that it holds. */
const PAIRS = Array.from({ length: 256 }, (_, byte) => `${byte >> 4}${byte & 0xf}`);

/** The text of so many digits. */
export function unpackDigits(packed: Uint8Array, start: number, digits: number): string {
  let text = '';
  const pairsEnd = start + (digits >> 1);
  for (let at = start; at < pairsEnd; at++) text += PAIRS[packed[at] ?? 0] ?? '';
  return (digits & 1) === 0 ? text : text + String((packed[pairsEnd] ?? 0) >> 4);
}
