/**
 * Disjoint sets of lines. The root of a set is its first line, so that sets come in the order of the lines.
 * Eight bytes a line, and as many again while the chains are made.
 */
export class Union {
  #parents = new Int32Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds a line as a set of its own and returns its number: 0, 1, 2 … */
  add(): number {
    if (this.#count === this.#parents.length) {
      const grown = new Int32Array(this.#parents.length * 2);
      grown.set(this.#parents);
      this.#parents = grown;
    }
    this.#parents[this.#count] = this.#count;
    return this.#count++;
  }

  /** The first line of the set that `line` is in. */
  rootOf(line: number): number {
    const parents = this.#parents;
    let at = line;
    for (;;) {
      const parent = parents[at] ?? at;
      if (parent === at) return at;
      // Halving the path keeps later look-ups short.
      parents[at] = parents[parent] ?? parent;
      at = parent;
    }
  }

  /** Makes the sets of two lines one, and returns its root. */
  join(a: number, b: number): number {
    const rootA = this.rootOf(a);
    const rootB = this.rootOf(b);
    const first = Math.min(rootA, rootB);
    this.#parents[Math.max(rootA, rootB)] = first;
    return first;
  }

  /** For each line the next line of its set, in ascending order; -1 ends a set. */
  chains(): Int32Array {
    const next = new Int32Array(this.#count).fill(-1);
    for (let line = this.#count - 1; line >= 0; line--) {
      const root = this.rootOf(line);
      if (root === line) continue;
      next[line] = next[root] ?? -1;
      next[root] = line;
    }
    return next;
  }
}
