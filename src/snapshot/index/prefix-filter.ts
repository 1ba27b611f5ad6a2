/**
 * Most queries are names, and no number begins like them. The heads of all numbers — their first three bytes — are
 * few, a thousand or two for all of Europe, so a reader keeps them and asks the number tree only where it can answer.
 * They are stored in order, separated by line ends; one that is shorter than a head is a whole number.
 */
const HEAD_BYTES = 3;

/** More heads than this would not be worth keeping; then none are stored, and the tree is always asked. */
const HEADS_MAX = 50_000;

/** The head of a folded number as a text of bytes. */
function headOf(number: Buffer): string {
  return number.toString('latin1', 0, HEAD_BYTES);
}

const ASCII_HEAD = /^[\0-\x7f]{3}/;

/** Collects the heads of a snapshot's numbers. */
export class NumberHeadsBuilder {
  readonly #heads = new Set<string>();

  add(number: Buffer): void {
    if (this.#heads.size <= HEADS_MAX) this.#heads.add(headOf(number));
  }

  /** The heads as they are stored. Undefined where they are too many. */
  encode(): Buffer | undefined {
    if (this.#heads.size > HEADS_MAX) return undefined;
    return Buffer.from([...this.#heads].toSorted().join('\n'), 'latin1');
  }
}

/** Tells which queries no number begins like. */
export class NumberHeads {
  readonly #heads: ReadonlySet<string> | undefined;

  /** Takes what {@linkcode NumberHeadsBuilder} encoded; undefined where nothing was stored. */
  constructor(stored: Buffer | undefined) {
    this.#heads = stored === undefined ? undefined : new Set(stored.toString('latin1').split('\n'));
  }

  /** False where no number starts with this folded query. A query shorter than a head begins many. */
  mayMatch(query: string): boolean {
    if (this.#heads === undefined) return true;
    if (ASCII_HEAD.test(query)) return this.#heads.has(query.slice(0, HEAD_BYTES));
    const bytes = Buffer.from(query);
    return bytes.length < HEAD_BYTES || this.#heads.has(headOf(bytes));
  }
}
