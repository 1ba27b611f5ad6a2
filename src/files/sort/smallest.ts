/** Keeps the smallest of many items, and at most twice as many in memory. */
export class Smallest<T> {
  readonly #size: number;
  readonly #compare: (a: T, b: T) => number;
  #items: T[] = [];
  /** An upper bound, once enough items are kept: a greater item need not be added. */
  bound: T | undefined;

  /** @param size the number of items to keep */
  constructor(size: number, compare: (a: T, b: T) => number) {
    this.#size = size;
    this.#compare = compare;
  }

  add(item: T): void {
    this.#items.push(item);
    if (this.#items.length === 2 * this.#size) this.inOrder();
  }

  /** Returns the items in ascending order. Of equal items, those that were added first are kept. */
  inOrder(): readonly T[] {
    this.#items.sort(this.#compare);
    if (this.#items.length >= this.#size) {
      this.#items.length = this.#size;
      this.bound = this.#items.at(-1);
    }
    return this.#items;
  }
}
