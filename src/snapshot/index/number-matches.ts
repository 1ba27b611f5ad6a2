import { ALL_COUNTRIES, NUMBER_BYTES_MAX, type Tables } from '../format/format.ts';
import { BRANCH, BRANCH_END_BYTES, Ranks, addBranchRanks, addLeafRanks } from './radix-tree.ts';

/** Number of bytes of a scope in a key. */
const SCOPE_BYTES = ALL_COUNTRIES.length;

/** Finds the companies of a scope that have a folded number with a prefix. */
export class NumberMatches {
  readonly #numbers: Tables['numbers'];
  readonly #ranks = new Ranks();
  readonly #memory = Buffer.alloc(SCOPE_BYTES + NUMBER_BYTES_MAX + BRANCH_END_BYTES);

  constructor({ numbers }: Pick<Tables, 'numbers'>) {
    this.#numbers = numbers;
  }

  /**
   * Returns the matching ranks from `start` on, at most `max`, valid until the next call; none for an undefined prefix. Reads one row of the
   * radix tree, and one more for each further chunk.
   */
  find(scope: string, prefix: Buffer | undefined, start: number, max: number): Ranks {
    this.#ranks.count = 0;
    if (prefix !== undefined && prefix.length > 0 && prefix.length <= NUMBER_BYTES_MAX)
      this.#find(scope, prefix, start, max, this.#ranks);
    return this.#ranks;
  }

  #find(scope: string, prefix: Buffer, start: number, max: number, ranks: Ranks): void {
    const numbers = this.#numbers;
    this.#memory.write(scope, 0, 'latin1');
    this.#memory.set(prefix, SCOPE_BYTES);
    const wanted = this.#memory.subarray(0, SCOPE_BYTES + prefix.length);
    const first = numbers.firstFrom(wanted);
    if (!this.#isUnder(first, SCOPE_BYTES)) return;
    if (numbers.bytes[numbers.valueStart] !== BRANCH) {
      addLeafRanks(numbers, prefix, start, ranks, max);
      return;
    }
    // Otherwise the branch comes after the prefix, and no number starts with the prefix.
    if (!this.#isUnder(first, wanted.length)) return;
    const keyBytes = numbers.keyEnd - numbers.keyStart;
    const labelEnd = keyBytes - BRANCH_END_BYTES;
    // The branch may be longer than the prefix.
    numbers.bytes.copy(this.#memory, 0, numbers.keyStart, numbers.keyEnd);
    this.#memory.writeUInt32BE(start, labelEnd + 1);
    for (let row = start === 0 ? first : numbers.firstFrom(this.#memory.subarray(0, keyBytes)); ; row++) {
      if (!this.#isUnder(row, labelEnd + 1) || numbers.keyEnd - numbers.keyStart !== keyBytes) return;
      addBranchRanks(numbers, start, ranks, max);
      if (ranks.count === max) return;
    }
  }

  /** Goes to a row. Returns whether its key begins with the first `length` bytes of the memory. */
  #isUnder(row: number, length: number): boolean {
    const numbers = this.#numbers;
    if (row === numbers.count) return false;
    numbers.seek(row);
    const { bytes, keyStart, keyEnd } = numbers;
    return keyEnd - keyStart >= length && bytes.compare(this.#memory, 0, length, keyStart, keyStart + length) === 0;
  }
}
