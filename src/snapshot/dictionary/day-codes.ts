import { compareText, isDay } from '../../model/index.ts';

/** Number of bytes of a day: YYYY-MM-DD. */
const DAY_BYTES = 10;

/** Maximum number of registers with a code: a code is a control character, which JSON escapes, so that no text contains one. */
const CODES_MAX = 31;

/** Maximum number of days that are counted for one register: those of 27 years. */
const DAYS_MAX = 10_000;

/** A register, a day, and the number of its lines that have the day. */
export type DayCount = readonly [register: string, day: string, lines: number];

/** Counts the days of lines by register. */
export class DayCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  /** Counts the day of lines. */
  count(register: string, day: string, lines = 1): void {
    let days = this.#counts.get(register);
    if (days === undefined) this.#counts.set(register, (days = new Map()));
    const count = days.get(day);
    if (count !== undefined || days.size < DAYS_MAX) days.set(day, (count ?? 0) + lines);
  }

  add(others: DayCounts): void {
    for (const [register, days] of others.#counts) for (const [day, lines] of days) this.count(register, day, lines);
  }

  /** Returns the most frequent day of each register that has one, in the order of registers: of two the later. */
  most(): DayCount[] {
    return [...this.#counts.keys()].toSorted().flatMap((register) => {
      const days = [...(this.#counts.get(register) ?? [])].filter(([day]) => isDay(day));
      const [most] = days.toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || compareText(b, a));
      return most === undefined ? [] : [[register, ...most] as const];
    });
  }
}

/**
 * The most frequent day of each register: mostly that of its file, which moves on every line of the file every night. Texts have a code of one
 * byte in its place, and the dictionary of the snapshot holds the day as the phrase of that byte: a row stays the same bytes while only the
 * day moves. Any other day stays in the text.
 */
export class DayCodes {
  readonly #counts = new DayCounts();
  readonly #codes = new Map<string, number>();
  readonly #days: (string | undefined)[] = [];

  /** @param registers those with a code in the dictionary that is used again, in the order of codes */
  constructor(registers: readonly string[] = []) {
    for (const register of registers) this.#add(register);
  }

  /** The registers in the order of codes. */
  get registers(): string[] {
    return [...this.#codes.keys()];
  }

  /** The days by code, from 0; undefined for a register without a line. */
  get days(): readonly (string | undefined)[] {
    return this.#days;
  }

  /** Adds the days of the lines of an input. */
  add(counts: DayCounts): void {
    this.#counts.add(counts);
  }

  /** Chooses the day of each register, once all lines are counted. The order of lines does not matter. */
  choose(): void {
    for (const [register, day] of this.#counts.most()) {
      const code = this.#codes.get(register) ?? (this.#codes.size < CODES_MAX ? this.#add(register) : undefined);
      if (code !== undefined) this.#days[code] = day;
    }
  }

  /** Returns the code of a register if its day is this one; undefined for another day. */
  codeOf(register: string | undefined, day: string | undefined): number | undefined {
    const code = register === undefined ? undefined : this.#codes.get(register);
    return code !== undefined && day !== undefined && this.#days[code] === day ? code : undefined;
  }

  /** Replaces the day of a register by its code, in JSON where `before` comes before the day. */
  replace(json: string, before: string, register: string | undefined, day: string | undefined): string {
    const code = this.codeOf(register, day);
    if (code === undefined) return json;
    return json.replace(`${before}"as_of_date":"${day ?? ''}"`, () => `${before}"as_of_date":"${toByte(code)}"`);
  }

  /** Replaces the day on which an officer was observed, if it is the day of the line and of its register. */
  replaceObserved(json: string, line: DatedSource | undefined): string {
    const code = this.codeOf(line?.register, line?.as_of_date);
    if (code === undefined) return json;
    return json.replace(
      `"observed_at":"${line?.as_of_date ?? ''}T00:00:00Z"`,
      () => `"observed_at":"${toByte(code)}T00:00:00Z"`,
    );
  }

  /** Returns a stored dictionary with days in place of codes. */
  expand(dictionary: Uint8Array): Buffer {
    const codes = dictionary.reduce((count, byte) => count + (byte > 0 && byte <= CODES_MAX ? 1 : 0), 0);
    const bytes = Buffer.alloc(dictionary.length + DAY_BYTES * codes);
    let to = 0;
    for (let at = 0; at < dictionary.length;) {
      const end = at + 1 + (dictionary[at] ?? 0);
      const lengthAt = to++;
      for (at++; at < end; at++) {
        const byte = dictionary[at] ?? 0;
        const day = byte > 0 && byte <= CODES_MAX ? this.#days[byte - 1] : undefined;
        if (day === undefined) bytes[to++] = byte;
        else to += bytes.write(day, to, 'latin1');
      }
      bytes[lengthAt] = to - lengthAt - 1;
    }
    return bytes.subarray(0, to);
  }

  #add(register: string): number {
    const code = this.#codes.size;
    this.#codes.set(register, code);
    this.#days.push(undefined);
    return code;
  }
}

function toByte(code: number): string {
  return String.fromCharCode(code + 1);
}

/** A line that a value with a day is from. */
export interface DatedSource {
  readonly register?: string;
  readonly as_of_date?: string;
}

/** Returns JSON without codes, to parse parts of it other than days. */
export function withoutCodes(json: string): string {
  // oxlint-disable-next-line no-control-regex
  return json.replace(/[\u0001-\u001f]/g, '');
}

/** Maximum length of a phrase with codes. The text of a day is longer than its code, and at least 14 bytes are between two codes. */
export const CODED_PHRASE_BYTES_MAX = 150;

/** Whether a phrase, as latin1, has a code. */
export function hasCode(phrase: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[\u0001-\u001f]/.test(phrase);
}
