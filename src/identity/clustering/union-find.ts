import { doubled } from '../../files/index.ts';

/**
 * Disjoint sets of lines (union-find). The root of a set is its first line, so sets come in the order of the lines. Takes 4 bytes
 * per line, and 4 more for the result of {@linkcode UnionFind.linkedSets}.
 */
export class UnionFind {
  #parents = new Int32Array(1024);
  #count = 0;

  /** Adds a line as a set of its own and returns its number: 0, 1, 2 … */
  add(): number {
    if (this.#count === this.#parents.length) this.#parents = doubled(this.#parents);
    this.#parents[this.#count] = this.#count;
    return this.#count++;
  }

  /** Returns the root of the set that contains `line`. */
  find(line: number): number {
    const parents = this.#parents;
    let at = line;
    for (;;) {
      const parent = parents[at] ?? at;
      if (parent === at) return at;
      // Path halving keeps later calls short.
      parents[at] = parents[parent] ?? parent;
      at = parent;
    }
  }

  /** Unites the sets of two lines and returns the root. */
  union(a: number, b: number): number {
    const rootA = this.find(a);
    const rootB = this.find(b);
    const root = Math.min(rootA, rootB);
    this.#parents[Math.max(rootA, rootB)] = root;
    return root;
  }

  /** Returns all sets as linked lists: for each line, the next line of its set in ascending order; -1 for the last line. */
  linkedSets(): Int32Array {
    const next = new Int32Array(this.#count).fill(-1);
    for (let line = this.#count - 1; line >= 0; line--) {
      const root = this.find(line);
      if (root === line) continue;
      next[line] = next[root] ?? -1;
      next[root] = line;
    }
    return next;
  }
}
