/** Stands in for a phrase that is not there. */
const NONE = -1;

/**
 * Finds the longest of many phrases that a text goes on with. The phrases lie in order, so the one that is wanted is the last one
 * before the rest of the text, or what that begins with: whatever lies between a phrase and a text that begins with it, begins with
 * it too.
 */
export class PhraseFinder {
  /** The phrases in order, one behind the other, and where each begins. */
  readonly #bytes: Buffer;
  readonly #starts: Uint32Array;
  /** By place in this order: the place at which the phrase was given. */
  readonly #given: readonly number[];
  /** By place in this order: the longest other phrase that the phrase begins with. */
  readonly #shorter: Int32Array;
  /** By the first two bytes: the first phrase that does not lie before them. */
  readonly #firsts = new Uint32Array(256 * 256 + 1);

  /** Takes phrases of at least one byte, no two alike; each is known by its place. */
  constructor(phrases: readonly Uint8Array[]) {
    const compare = (a: number, b: number): number => Buffer.compare(phrases[a] ?? NO_BYTES, phrases[b] ?? NO_BYTES);
    this.#given = [...phrases.keys()].toSorted(compare);
    const sorted = this.#given.map((place) => phrases[place] ?? NO_BYTES);
    this.#bytes = Buffer.concat(sorted);
    this.#starts = new Uint32Array(sorted.length + 1);
    for (const [i, { length }] of sorted.entries()) this.#starts[i + 1] = (this.#starts[i] ?? 0) + length;
    this.#shorter = new Int32Array(sorted.length);
    for (const [i, phrase] of sorted.entries()) {
      this.#shorter[i] = this.#prefixFrom(i - 1, phrase, 0);
      this.#firsts[headAt(phrase, 0) + 1] = i + 1;
    }
    // Where no phrase begins with two bytes, the phrases of the next two begin where those before end.
    for (let head = 1; head < this.#firsts.length; head++) this.#firsts[head] ||= this.#firsts[head - 1] ?? 0;
  }

  /** The longest phrase that lies at a place of a text; -1 where none does. */
  longestAt(text: Uint8Array, start: number): number {
    const head = headAt(text, start);
    let low = this.#firsts[head] ?? 0;
    let high = this.#firsts[head + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isAfter(middle, text, start)) high = middle;
      else low = middle + 1;
    }
    return this.#given[this.#prefixFrom(low - 1, text, start)] ?? NONE;
  }

  /** The phrase itself, or the longest that it begins with, that lies at a place of a text. */
  #prefixFrom(phrase: number, text: Uint8Array, start: number): number {
    let found = phrase;
    while (found >= 0 && !this.#liesAt(found, text, start)) found = this.#shorter[found] ?? NONE;
    return found;
  }

  #liesAt(phrase: number, text: Uint8Array, start: number): boolean {
    const end = this.#starts[phrase + 1] ?? 0;
    let from = this.#starts[phrase] ?? 0;
    if (start + end - from > text.length) return false;
    for (let at = start; from < end; at++, from++) if (this.#bytes[from] !== text[at]) return false;
    return true;
  }

  /** Whether a phrase lies behind the rest of a text in the order of bytes. */
  #isAfter(phrase: number, text: Uint8Array, start: number): boolean {
    const end = this.#starts[phrase + 1] ?? 0;
    for (let at = start, from = this.#starts[phrase] ?? 0; from < end; at++, from++) {
      if (at === text.length) return true;
      const difference = (this.#bytes[from] ?? 0) - (text[at] ?? 0);
      if (difference !== 0) return difference > 0;
    }
    return false;
  }
}

const NO_BYTES = new Uint8Array(0);

/** The first two bytes as a number; behind the end lies a zero. */
function headAt(text: Uint8Array, start: number): number {
  return (text[start] ?? 0) * 256 + (text[start + 1] ?? 0);
}
