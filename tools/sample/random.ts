/** A seeded random number generator (sfc32): the same seed gives the same numbers on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = 0x9e3779b9;
    this.#c = 0x243f6a88;
    // The first numbers of sfc32 depend visibly on the seed; its author discards them.
    for (let i = 0; i < 15; i++) this.uint32();
  }

  /** Returns a whole number from 0 to 2^32 − 1. */
  uint32(): number {
    const t = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + t;
    return t >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** Returns a whole number from 0 up to, but not including, `below`. */
  int(below: number): number {
    return Math.floor(this.fraction() * below);
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** Returns one of the items, all with the same probability. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new RangeError('Cannot pick from an empty list');
    return item;
  }
}

/**
 * Draws an index with given weights in constant time (Walker's alias method): `draw` returns `i` with the probability
 * `weights[i]` divided by the sum of all weights.
 */
export class WeightedIndex {
  readonly #keep: Float64Array;
  readonly #other: Uint32Array;

  constructor(weights: readonly number[]) {
    const size = weights.length;
    const mean = weights.reduce((sum, weight) => sum + weight, 0) / size;
    this.#keep = Float64Array.from(weights, (weight) => weight / mean);
    this.#other = new Uint32Array(size);
    const poor: number[] = [];
    const rich: number[] = [];
    for (let i = 0; i < size; i++) (this.#at(i) < 1 ? poor : rich).push(i);
    for (let from = poor.pop(), to = rich.pop(); from !== undefined && to !== undefined;) {
      this.#other[from] = to;
      const left = this.#at(to) - (1 - this.#at(from));
      this.#keep[to] = left;
      from = left < 1 ? to : poor.pop();
      if (left < 1) to = rich.pop();
    }
  }

  draw(random: Random): number {
    const place = random.fraction() * this.#keep.length;
    const i = Math.floor(place);
    return place - i < this.#at(i) ? i : (this.#other[i] ?? i);
  }

  #at(i: number): number {
    return this.#keep[i] ?? 1;
  }
}

/**
 * Returns the weights of Zipf's law with Mandelbrot's shift: the item of rank `r` (from 1) is drawn in proportion to `1 / (r + shift)`.
 * With a shift of 0, the first item gets a tenth of all draws; with 8, as for the first words of company names, one or two percent.
 */
export function zipf(size: number, shift: number): WeightedIndex {
  return new WeightedIndex(Array.from({ length: size }, (_, i) => 1 / (i + 1 + shift)));
}
