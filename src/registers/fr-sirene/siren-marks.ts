import { InputError } from '../../model/index.ts';
import { isSiren } from './check-digit.ts';

/** How many numbers share a page. Pages appear with the first mark in them, so that a short file costs little. */
const PAGE_NUMBERS = 100_000;

/** Numbers whose check digit is wrong are kept as text; a register that has more of them is not this one. */
const ODD_MAX = 100_000;

/** What is marked: zero is nothing. */
export type Mark = 0 | 1 | 2 | 3;

/**
 * A mark of two bits for each SIREN. The ninth digit of a number follows from the other eight, so all of them together
 * take 25 MB at most, however many files are read.
 */
export class SirenMarks {
  readonly #pages: (Uint8Array | undefined)[] = [];
  readonly #odd = new Map<string, Mark>();

  /** The mark of a number, zero where it was never marked. */
  get(siren: string): Mark {
    if (!isSiren(siren)) return this.#odd.get(siren) ?? 0;
    const place = placeOf(siren);
    return this.#at(Math.floor(place / PAGE_NUMBERS), place % PAGE_NUMBERS);
  }

  /** @throws {InputError} where too many numbers have a wrong check digit */
  set(siren: string, mark: Mark): void {
    if (!isSiren(siren)) {
      this.#setOdd(siren, mark);
      return;
    }
    const place = placeOf(siren);
    const number = Math.floor(place / PAGE_NUMBERS);
    const within = place % PAGE_NUMBERS;
    const page = (this.#pages[number] ??= new Uint8Array(PAGE_NUMBERS / 4));
    const shift = 2 * (within & 3);
    page[within >> 2] = ((page[within >> 2] ?? 0) & ~(3 << shift)) | (mark << shift);
  }

  /** The numbers that are marked, in order; those with a wrong check digit come last. */
  *marked(): Generator<string> {
    for (const number of this.#pages.keys()) {
      for (let within = 0; within < PAGE_NUMBERS; within++) {
        if (this.#at(number, within) !== 0) yield sirenAt(number * PAGE_NUMBERS + within);
      }
    }
    for (const [siren, mark] of this.#odd) if (mark !== 0) yield siren;
  }

  #at(number: number, within: number): Mark {
    const four = this.#pages[number]?.[within >> 2] ?? 0;
    return ((four >> (2 * (within & 3))) & 3) as Mark;
  }

  #setOdd(siren: string, mark: Mark): void {
    if (this.#odd.size === ODD_MAX && !this.#odd.has(siren)) {
      throw new InputError(`Cannot import fr-sirene: more than ${ODD_MAX} numbers have a wrong check digit`);
    }
    this.#odd.set(siren, mark);
  }
}

function placeOf(siren: string): number {
  return Number(siren.slice(0, -1));
}

function sirenAt(place: number): string {
  const first = String(place).padStart(8, '0');
  const last = Array.from('0123456789').find((digit) => isSiren(first + digit));
  return first + (last ?? '');
}
