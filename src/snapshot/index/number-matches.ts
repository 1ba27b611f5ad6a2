import { NUMBER_BYTES_MAX, type Tables } from '../format/format.ts';
import { BRANCH, branchRanks, leafRanks } from './radix-tree.ts';

/**
 * The companies of a scope with a folded number that starts with a prefix, in name order: see radix-tree.ts for why
 * one seek is enough.
 */
export class NumberMatches {
  readonly #tables: Tables;
  /** The key of the branch that answers, up to the rank at its end; undefined where a leaf answers. */
  #branchKey: Buffer | undefined;
  #ranks: Generator<number, void, undefined> | undefined;
  /** The match that comes next; Infinity when there is none left. */
  rank = Infinity;

  /** Finds the first match at or after the rank `start`. */
  constructor(tables: Tables, scope: string, prefix: Buffer, start: number) {
    this.#tables = tables;
    if (prefix.length === 0 || prefix.length > NUMBER_BYTES_MAX) return;
    const seek = Buffer.allocUnsafe(2 + prefix.length);
    seek.write(scope, 0, 'latin1');
    prefix.copy(seek, 2);
    const row = this.#rowFrom(seek);
    if (row === undefined || !startsWith(row.key, seek.subarray(0, 2))) return;
    if (row.value[0] === BRANCH) {
      // A branch that is not under the prefix is a later one: no number starts with the prefix.
      if (!startsWith(row.key, seek)) return;
      this.#branchKey = Buffer.from(row.key);
      this.#readChunk(start, row);
    } else {
      this.#ranks = leafRanks(row.value, prefix, start);
    }
    this.next();
  }

  /** Moves to the next match. */
  next(): void {
    for (;;) {
      const step = this.#ranks?.next();
      if (step !== undefined && step.done !== true) {
        this.rank = step.value;
        return;
      }
      const start = this.rank + 1;
      this.#ranks = undefined;
      if (this.#branchKey !== undefined && start !== Infinity) this.#readChunk(start);
      if (this.#ranks === undefined) {
        this.rank = Infinity;
        return;
      }
    }
  }

  #readChunk(start: number, first?: { key: Buffer; value: Buffer }): void {
    const branchKey = this.#branchKey;
    if (branchKey === undefined) return;
    const rankStart = branchKey.length - 4;
    if (first !== undefined && first.key.readUInt32BE(rankStart) >= start) {
      this.#ranks = branchRanks(first.value, start);
      return;
    }
    branchKey.writeUInt32BE(start, rankStart);
    const row = this.#rowFrom(branchKey);
    const isSameBranch =
      row !== undefined && row.key.length === branchKey.length && startsWith(row.key, branchKey.subarray(0, rankStart));
    this.#ranks = isSameBranch ? branchRanks(row.value, start) : undefined;
  }

  #rowFrom(start: Buffer): { key: Buffer; value: Buffer } | undefined {
    for (const row of this.#tables.numbers.getRange({ start, limit: 1 })) return row;
    return undefined;
  }
}

function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.length >= prefix.length && bytes.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;
}
