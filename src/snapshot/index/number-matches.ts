import { NUMBER_BYTES_MAX, type Tables } from '../format/format.ts';
import { LentMemory } from './lent-memory.ts';
import { BRANCH, addBranchRanks, addLeafRanks } from './radix-tree.ts';

/** Finds the companies of a scope that have a folded number with a prefix. */
export class NumberMatches {
  readonly #numbers: Tables['numbers'];
  readonly #memory = new LentMemory();
  /**
   * LMDB reads these options at the start of each iteration. A new range for each search would be garbage that reaches the old generation.
   */
  readonly #options: { start: Buffer; readonly limit: 1 } = { start: Buffer.alloc(0), limit: 1 };
  readonly #keys: Iterable<Buffer>;
  /** The value of the row of the last `#seek`, valid until the next read of any table. */
  #value: Uint8Array = Buffer.alloc(0);

  constructor({ numbers }: Pick<Tables, 'numbers'>) {
    this.#numbers = numbers;
    this.#keys = numbers.getKeys(this.#options);
  }

  /**
   * Replaces `ranks` by the matching ranks from `start` on, at most `max`, in ascending order. Reads one row of the radix tree, and one
   * more for each further chunk.
   */
  find(scope: string, prefix: Buffer, start: number, max: number, ranks: number[]): void {
    ranks.length = 0;
    if (prefix.length === 0 || prefix.length > NUMBER_BYTES_MAX) return;
    const wanted = Buffer.concat([Buffer.from(scope, 'latin1'), prefix]);
    let key = this.#seek(wanted);
    if (key === undefined || !startsWith(key, wanted, scope.length)) return;
    if (this.#value[0] !== BRANCH) {
      addLeafRanks(this.#value, prefix, start, ranks, max);
      return;
    }
    // Otherwise the branch comes after the prefix, and no number starts with the prefix.
    if (!startsWith(key, wanted, wanted.length)) return;
    const next = Buffer.from(key);
    const rankAt = key.length - RANK_BYTES;
    for (let from = start; ;) {
      const last = key.readUInt32BE(rankAt);
      if (last >= from) {
        addBranchRanks(this.#value, from, ranks, max);
        if (ranks.length === max) return;
        from = last + 1;
      }
      next.writeUInt32BE(from, rankAt);
      key = this.#seek(next);
      if (key === undefined || key.length !== next.length || !startsWith(key, next, rankAt)) return;
    }
  }

  /** Reads the first row at or after a key. Returns the key of the row; undefined after the last row. */
  #seek(start: Buffer): Buffer | undefined {
    this.#options.start = start;
    let found: Buffer | undefined;
    for (const key of this.#keys) found = key;
    const value = found && this.#memory.read(this.#numbers, found);
    if (value !== undefined) this.#value = value;
    return value && found;
  }
}

const RANK_BYTES = 4;

/** Whether the first bytes of two keys are equal. */
function startsWith(key: Buffer, wanted: Buffer, length: number): boolean {
  return key.length >= length && key.compare(wanted, 0, length, 0, length) === 0;
}
