import { isPublishedNumber, InputError } from '../../model/index.ts';

/** The ninth digit of a SIREN follows from the other eight, so this is how many there can be. */
const NUMBERS = 10 ** 8;

/** States are stored in parts, each allocated for its first number: an import of a few units does not fill 25 MB. */
const PART_STATES = 2 ** 18;

/** Numbers with a wrong check digit are kept by their text; a register with more of them is not this one. */
const WRONG_MAX = 100_000;

/** Zero is the state of a number that was never set. */
export type SirenState = 0 | 1 | 2 | 3;

/**
 * A state of two bits for each SIREN, in arrays indexed by the first eight digits: 25 MB at most, however many files
 * are read.
 */
export class SirenStates {
  /** Four states a byte, the first in the lowest bits. */
  readonly #parts = Array.from({ length: Math.ceil(NUMBERS / PART_STATES) }, (): Uint8Array | undefined => undefined);
  readonly #wrong = new Map<string, SirenState>();

  get(siren: string): SirenState {
    return isPublishedNumber('FR SIREN', siren) ? this.#at(indexOf(siren)) : (this.#wrong.get(siren) ?? 0);
  }

  /** @throws {InputError} where too many numbers have a wrong check digit */
  set(siren: string, state: SirenState): void {
    if (isPublishedNumber('FR SIREN', siren)) {
      const index = indexOf(siren);
      const part = (this.#parts[Math.floor(index / PART_STATES)] ??= new Uint8Array(PART_STATES / 4));
      const at = (index % PART_STATES) >> 2;
      const shift = 2 * (index & 3);
      part[at] = ((part[at] ?? 0) & ~(3 << shift)) | (state << shift);
      return;
    }
    if (this.#wrong.size === WRONG_MAX && !this.#wrong.has(siren)) {
      throw new InputError(`Cannot import fr-sirene: more than ${WRONG_MAX} numbers have a wrong check digit`);
    }
    this.#wrong.set(siren, state);
  }

  #at(index: number): SirenState {
    const byte = this.#parts[Math.floor(index / PART_STATES)]?.[(index % PART_STATES) >> 2] ?? 0;
    return ((byte >> (2 * (index & 3))) & 3) as SirenState;
  }
}

function indexOf(siren: string): number {
  return Number(siren.slice(0, -1));
}
