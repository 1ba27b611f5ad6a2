import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../../model/index.ts';
import type { CountedLine } from '../../identity/index.ts';

/** The part of a company that the metadata of a snapshot count. */
export interface CompanyFacts {
  readonly country: string;
  readonly officers: number;
  readonly day: Day;
  /** Its lines in the order of their numbers. */
  readonly lines: readonly { readonly counted: CountedLine; readonly day: Day }[];
}

/** A day as text, the code of the register whose day it is, or no day. */
export type Day = string | number | undefined;

/** Texts by number: many companies have the same. */
export class Interned {
  readonly #numbers = new Map<string, number>();

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.numberOf(text);
  }

  get texts(): string[] {
    return [...this.#numbers.keys()];
  }

  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) this.#numbers.set(text, (number = this.#numbers.size));
    return number;
  }
}

/**
 * Encodes the facts of a company in varints: country and officers as one text, day, number of lines · per line: its counted part as a text, day.
 * A text is its number among the interned ones.
 */
export function encodeFacts({ country, officers, day, lines }: CompanyFacts, texts: Interned): Buffer {
  const numbers = [texts.numberOf(JSON.stringify([country, officers])), ...encodeDay(day), lines.length];
  for (const line of lines) numbers.push(texts.numberOf(JSON.stringify(line.counted)), ...encodeDay(line.day));
  const bytes = Buffer.allocUnsafe(numbers.length * VARINT_BYTES_MAX);
  return bytes.subarray(
    0,
    numbers.reduce((at, number) => writeVarint(bytes, at, number), 0),
  );
}

/** Reads facts, one company after the other. */
export class FactsReader {
  readonly #values: readonly unknown[];
  readonly #reader: VarintReader;

  constructor(bytes: Buffer, texts: readonly string[]) {
    this.#reader = new VarintReader(bytes, 0);
    this.#values = texts.map((text) => JSON.parse(text) as unknown);
  }

  get at(): number {
    return this.#reader.at;
  }

  /** Reads the byte before the facts of a company. */
  kind(): number {
    return this.#reader.next();
  }

  next(): CompanyFacts {
    const [country, officers] = this.#values[this.#reader.next()] as [string, number];
    const day = this.#day();
    const lines: CompanyFacts['lines'][number][] = [];
    for (let left = this.#reader.next(); left > 0; left--) {
      const counted = this.#values[this.#reader.next()] as CountedLine;
      lines.push({ counted, day: this.#day() });
    }
    return { country, officers, day, lines };
  }

  #day(): Day {
    const number = this.#reader.next();
    if (number < DAYS_FROM) return number === 0 ? undefined : number - 1;
    return new Date((number - DAYS_FROM) * MS_PER_DAY + FIRST_DAY).toISOString().slice(0, 10);
  }
}

/** Returns the day as text. */
export function dayText(day: Day, days: readonly (string | undefined)[]): string | undefined {
  return typeof day === 'number' ? days[day] : day;
}

const MS_PER_DAY = 86_400_000;
const FIRST_DAY = Date.parse('0000-01-01');
/** Numbers below are for no day, 0, and the day of a register, one more than its code. */
const DAYS_FROM = 64;

function encodeDay(day: Day): [number] {
  if (day === undefined) return [0];
  if (typeof day === 'number') return [1 + day];
  return [DAYS_FROM + Math.round((Date.parse(day) - FIRST_DAY) / MS_PER_DAY)];
}
