/**
 * The prefix filter: the first three bytes of all folded numbers (shorter numbers whole), each once, in order, separated by line ends.
 * All of Europe has one or two thousand. Most queries are names, which the filter rules out without the radix tree and its 10 µs.
 */
const PREFIX_BYTES = 3;

/** With more prefixes than this no filter is stored, and every query reads the radix tree. */
const PREFIXES_MAX = 50_000;

function prefixOf(number: Buffer): string {
  return number.toString('latin1', 0, PREFIX_BYTES);
}

const ASCII_PREFIX = /^[\0-\x7f]{3}/;

export class PrefixFilterBuilder {
  readonly #prefixes = new Set<string>();

  add(number: Buffer): void {
    if (this.#prefixes.size <= PREFIXES_MAX) this.#prefixes.add(prefixOf(number));
  }

  /** The filter as stored; undefined where there are too many prefixes. */
  encode(): Buffer | undefined {
    if (this.#prefixes.size > PREFIXES_MAX) return undefined;
    return Buffer.from([...this.#prefixes].toSorted().join('\n'), 'latin1');
  }
}

export class PrefixFilter {
  readonly #prefixes: ReadonlySet<string> | undefined;

  /** @param stored what {@linkcode PrefixFilterBuilder.encode} returned */
  constructor(stored: Buffer | undefined) {
    this.#prefixes = stored === undefined ? undefined : new Set(stored.toString('latin1').split('\n'));
  }

  /** False where no number starts with this folded query. Always true for queries of one or two bytes. */
  mayMatch(query: string): boolean {
    if (this.#prefixes === undefined) return true;
    if (ASCII_PREFIX.test(query)) return this.#prefixes.has(query.slice(0, PREFIX_BYTES));
    const bytes = Buffer.from(query);
    return bytes.length < PREFIX_BYTES || this.#prefixes.has(prefixOf(bytes));
  }
}
