/** Unsigned LEB128: seven bits a byte, the lowest first; the high bit means that more follow. For numbers below 2^32. */

export const VARINT_BYTES_MAX = 5;
/** The factor of the last byte, and the first number that is too large. */
const FACTOR_MAX = 128 ** (VARINT_BYTES_MAX - 1);
const NUMBER_BEHIND = 2 ** 32;

/** Writes a number; returns the offset of the next byte. */
export function writeVarint(target: Uint8Array, start: number, number: number): number {
  let at = start;
  let left = number;
  while (left >= 0x80) {
    target[at++] = (left & 0x7f) | 0x80;
    left = Math.floor(left / 128);
  }
  target[at++] = left;
  return at;
}

/** Returns the length of the common prefix of two byte sequences. */
export function sharedBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < length && a[shared] === b[shared]) shared++;
  return shared;
}

const NO_BYTES = new Uint8Array(0);

/** Reads consecutive numbers; `at` is where the next one begins. */
export class VarintReader {
  #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array = NO_BYTES, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Continues at `at` in other bytes. */
  open(bytes: Uint8Array, at: number): this {
    this.#bytes = bytes;
    this.at = at;
    return this;
  }

  /** @throws {RangeError} for a number of 2 ** 32 and more: the bytes are damaged */
  next(): number {
    const byte = this.#bytes[this.at++] ?? 0;
    return byte < 0x80 ? byte : this.#longer(byte & 0x7f);
  }

  /** Kept apart so that the numbers of one byte, which most are, are read without a call. */
  #longer(low: number): number {
    const bytes = this.#bytes;
    let number = low;
    for (let factor = 128; factor <= FACTOR_MAX; factor *= 128) {
      const byte = bytes[this.at++] ?? 0;
      number += (byte & 0x7f) * factor;
      if (byte < 0x80 && number < NUMBER_BEHIND) return number;
    }
    throw new RangeError(`Cannot read a number: at byte ${this.at} it is not below ${NUMBER_BEHIND}`);
  }
}
