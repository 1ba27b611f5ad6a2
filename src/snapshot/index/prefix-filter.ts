/**
 * The prefix filter: the first three bytes of all folded numbers (shorter numbers whole), each once, in order, separated by line feeds. All
 * of Europe has one or two thousand such prefixes. Most queries are names, which the filter rules out without the radix tree, which takes
 * 10 µs.
 */
export const PREFIX_BYTES = 3;

const RADIX = 36;
const NONE = 255;
const PLAIN_PREFIX = /^[0-9A-Z]{3}$/;

/** Maximum number of prefixes. With more, no filter is stored, and every query reads the radix tree. */
const PREFIXES_MAX = 50_000;

function decodePrefix(number: Buffer): string {
  return number.toString('latin1', 0, PREFIX_BYTES);
}

export class PrefixFilterBuilder {
  readonly #prefixes = new Set<string>();

  add(number: Buffer): void {
    if (this.#prefixes.size <= PREFIXES_MAX) this.#prefixes.add(decodePrefix(number));
  }

  /** The prefixes so far, in Latin-1. */
  prefixes(): string[] {
    return [...this.#prefixes];
  }

  /** Returns the filter as stored; undefined if there are too many prefixes. */
  encode(): Buffer | undefined {
    if (this.#prefixes.size > PREFIXES_MAX) return undefined;
    return Buffer.from([...this.#prefixes].toSorted().join('\n'), 'latin1');
  }
}

/** The value of each letter or digit as a digit of base 36, by its character code; NONE for other ASCII characters. */
const DIGIT = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), RADIX);
  return Number.isNaN(digit) ? NONE : digit;
});

export class PrefixFilter {
  /** Whether any number has the prefix, for each prefix of three letters and digits; undefined if there is no filter. */
  readonly #isPrefix: Uint8Array | undefined;
  /** The prefixes that contain other bytes. */
  readonly #others: ReadonlySet<string>;

  /** @param stored what {@linkcode PrefixFilterBuilder.encode} returned */
  constructor(stored: Buffer | undefined) {
    const prefixes = stored?.toString('latin1').split('\n') ?? [];
    this.#others = new Set(prefixes.filter((prefix) => !PLAIN_PREFIX.test(prefix)));
    if (stored === undefined) return;
    this.#isPrefix = new Uint8Array(RADIX ** PREFIX_BYTES);
    for (const prefix of prefixes) if (PLAIN_PREFIX.test(prefix)) this.#isPrefix[Number.parseInt(prefix, RADIX)] = 1;
  }

  /**
   * Returns false if no number starts with this query. Returns true for queries with fewer than three letters and digits, and for unfolded
   * queries with other letters before the third: folding may turn those into letters of the alphabet.
   */
  mayMatch(query: string, isFolded = true): boolean {
    let prefix = 0;
    let count = 0;
    for (let i = 0; i < query.length && this.#isPrefix !== undefined; i++) {
      const digit = DIGIT[query.charCodeAt(i)];
      if (digit === undefined) return !isFolded || this.#isAmongOthers(Buffer.from(query));
      if (digit === NONE) continue;
      prefix = prefix * RADIX + digit;
      if (++count === PREFIX_BYTES) return this.#isPrefix[prefix] === 1;
    }
    return true;
  }

  #isAmongOthers(query: Buffer): boolean {
    return query.length < PREFIX_BYTES || this.#others.has(decodePrefix(query));
  }
}
