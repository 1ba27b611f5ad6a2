const NONE = -1;

/**
 * Finds the longest phrase at a place in a text. Phrases are sorted by their bytes. Every phrase between a text and one of its prefixes
 * begins with that prefix, so the longest match is the last phrase that sorts before the text, or one of the prefixes of that phrase. A
 * tree of the phrases in a `Map` takes 25 times as long.
 */
export class PhraseFinder {
  /** The concatenated sorted phrases, and the offset of each phrase. */
  readonly #bytes: Buffer;
  readonly #starts: Uint32Array;
  /** Per sorted phrase: its code, which is its index in the constructor's list. */
  readonly #codes: readonly number[];
  /** Per sorted phrase: the longest other phrase that is a prefix of it. */
  readonly #prefixes: Int32Array;
  /** Per sorted phrase: its third to sixth byte as a number, with zero for a byte after the end. */
  readonly #middles: Uint32Array;
  /** By the first two bytes: the first sorted phrase that is not smaller. */
  readonly #firsts = new Uint32Array(256 * 256 + 1);

  /** @param phrases by code; all different, none empty */
  constructor(phrases: readonly Uint8Array[]) {
    const phraseOf = (code: number): Uint8Array => phrases[code] ?? NO_BYTES;
    this.#codes = [...phrases.keys()].toSorted((a, b) => Buffer.compare(phraseOf(a), phraseOf(b)));
    const sorted = this.#codes.map(phraseOf);
    this.#bytes = Buffer.concat(sorted);
    this.#starts = new Uint32Array(sorted.length + 1);
    this.#prefixes = new Int32Array(sorted.length);
    this.#middles = Uint32Array.from(sorted, (phrase) => fourBytes(phrase, 2));
    let filled = 0;
    for (const [i, phrase] of sorted.entries()) {
      this.#starts[i + 1] = (this.#starts[i] ?? 0) + phrase.length;
      this.#prefixes[i] = this.#prefixFrom(i - 1, phrase, 0);
      const head = twoBytes(phrase, 0);
      this.#firsts.fill(i, filled, head + 1);
      filled = head + 1;
    }
    this.#firsts.fill(sorted.length, filled);
  }

  /** Returns the code of the longest phrase at `start` of a text; -1 without a match. */
  longestAt(text: Uint8Array, start: number): number {
    const head = twoBytes(text, start);
    let low = this.#firsts[head] ?? 0;
    let high = this.#firsts[head + 1] ?? 0;
    if (low < high) {
      const four = fourBytes(text, start + 2);
      while (low < high) {
        const middle = (low + high) >>> 1;
        const its = this.#middles[middle] ?? 0;
        // Most comparisons are decided without reading the phrase.
        if (its === four ? this.#isAfter(middle, text, start) : its > four) high = middle;
        else low = middle + 1;
      }
    }
    return this.#codes[this.#prefixFrom(low - 1, text, start)] ?? NONE;
  }

  /** Returns the phrase, or the longest of its prefixes, with which the text continues. */
  #prefixFrom(phrase: number, text: Uint8Array, start: number): number {
    let found = phrase;
    while (found >= 0 && !this.#isAt(found, text, start)) found = this.#prefixes[found] ?? NONE;
    return found;
  }

  #isAt(phrase: number, text: Uint8Array, start: number): boolean {
    const end = this.#starts[phrase + 1] ?? 0;
    let from = this.#starts[phrase] ?? 0;
    if (start + end - from > text.length) return false;
    for (let at = start; from < end; at++, from++) if (this.#bytes[from] !== text[at]) return false;
    return true;
  }

  /** Whether a phrase is greater than the rest of a text, in byte order. */
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

/** Returns the next four bytes as a number, with zero for a byte after the end. */
function fourBytes(text: Uint8Array, start: number): number {
  return twoBytes(text, start) * 65_536 + twoBytes(text, start + 2);
}

/** Returns the next two bytes as a number, with zero for a byte after the end. */
function twoBytes(text: Uint8Array, start: number): number {
  return (text[start] ?? 0) * 256 + (text[start + 1] ?? 0);
}
