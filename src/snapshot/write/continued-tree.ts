import { doubled } from '../../files/index.ts';
import { VarintReader, sharedBytes } from '../../model/index.ts';
import { PREFIX_BYTES } from '../index/prefix-filter.ts';
import { RadixTreeBuilder, branchRows, type TreeOutput, type TreeRow } from '../index/radix-tree-builder.ts';
import { BRANCH, BRANCH_END_BYTES, branchRanks, leafEntries, renumberedLeaf, type Entry } from '../index/radix-tree.ts';

/** The tree of a scope in the previous snapshot. */
export interface TreeBefore {
  /** Its rows in order, their keys without the scope. */
  readonly rows: Iterator<TreeRow, void>;
  /** What `encodeBranchRanks` returned for each of its branches, in the order of their labels. */
  readonly branchRanks: Uint8Array;
  /** Returns the new rank of a company whose numbers stay; undefined for others. */
  readonly rankOf: (before: number) => number | undefined;
}

/**
 * Builds the tree of a scope from that of the previous snapshot and further numbers. A branch below which no number was added or has gone
 * has the same rows but for the ranks, so these are copied with the new ranks; all other numbers are added to a builder. The rows are
 * those of a tree that is built from all numbers.
 */
export class ContinuedTree {
  readonly #rankOf: TreeBefore['rankOf'];
  /** The ranks of the own numbers of the branches that follow. */
  readonly #own: VarintReader;
  readonly #output: TreeOutput;
  readonly #onTaken: (number: Buffer) => void;
  readonly #builder: RadixTreeBuilder;
  readonly #rows: Iterator<TreeRow, void>;
  /** The next row of the previous tree. */
  #row: TreeRow | undefined;
  /** The numbers of its last row that stay, ascending, and how many of them are added. */
  #pending: Entry[] = [];
  #added = 0;
  /** Scratch memory for the ranks of a branch. */
  #mapped = new Uint32Array(1024);

  /** @param onTaken receives numbers that are taken over, or beginnings of them, that together have all their prefixes of three bytes */
  constructor(
    { rows, branchRanks: own, rankOf }: TreeBefore,
    output: TreeOutput,
    onTaken: (number: Buffer) => void = () => undefined,
  ) {
    this.#rankOf = rankOf;
    this.#own = new VarintReader(own);
    this.#output = output;
    this.#onTaken = onTaken;
    this.#builder = new RadixTreeBuilder(output);
    this.#rows = rows;
    this.#step();
  }

  /** Adds a number that is not in the previous tree. Numbers must come in ascending order. */
  add(number: Buffer, rank: number): void {
    this.#advance(number);
    this.#builder.add(number, rank);
  }

  /** Completes the tree. */
  finish(): void {
    this.#advance();
    this.#builder.finish();
  }

  #step(): void {
    const { value, done } = this.#rows.next();
    this.#row = done === true ? undefined : value;
  }

  /** Adds what the previous tree has up to a number that is added next, or all that it has. */
  #advance(until?: Buffer): void {
    for (;;) {
      for (; this.#added < this.#pending.length; this.#added++) {
        const entry = this.#pending[this.#added] as Entry;
        if (until !== undefined && entry.number.compare(until) > 0) return;
        this.#builder.add(entry.number, entry.rank);
        this.#onTaken(entry.number);
      }
      this.#pending = [];
      this.#added = 0;
      const row = this.#row;
      if (row === undefined) return;
      if (row.value[0] === BRANCH) {
        const label = labelOf(row);
        if (until !== undefined && label.compare(until) > 0) return;
        this.#pending = this.#takeBranch(label, until !== undefined && startsWith(until, label));
      } else {
        const entries = leafEntries(row.value).toArray();
        this.#pending = this.#renumbered(entries).toSorted((a, b) => a.number.compare(b.number));
        this.#step();
      }
    }
  }

  /** Copies a branch, or returns the entries of its own number if numbers below it were added or have gone. */
  #takeBranch(label: Buffer, hasAdded: boolean): Entry[] {
    const own = this.#takeOwn();
    const ranks = this.#takeRanks(label, !hasAdded);
    if (ranks === undefined) return this.#renumbered(own.map((rank) => ({ number: label, rank })));
    this.#builder.addBranch(label, ranks);
    this.#copyBranch(label, ranks, own);
    while (this.#row !== undefined && startsWith(this.#row.key, label)) this.#copyBelow(label, this.#row);
    return [];
  }

  #copyBelow(top: Buffer, row: TreeRow): void {
    if (row.value[0] === BRANCH) {
      const label = labelOf(row);
      // All companies of the branch above stay.
      this.#copyBranch(label, this.#takeRanks(label, true) ?? NO_RANKS, this.#takeOwn());
      return;
    }
    if (top.length < PREFIX_BYTES) for (const { number } of leafEntries(row.value)) this.#onTaken(number);
    this.#output.onRow({ key: row.key, value: renumberedLeaf(row.value, (rank) => this.#rankOf(rank) ?? 0) });
    this.#step();
  }

  #copyBranch(label: Buffer, ranks: Uint32Array, own: readonly number[]): void {
    if (own.length > 0 || label.length >= PREFIX_BYTES) this.#onTaken(label);
    for (const row of branchRows(label, ranks)) this.#output.onRow(row);
    this.#output.onBranch(label, Uint32Array.from(own, (rank) => this.#rankOf(rank) ?? 0).toSorted());
  }

  /**
   * Reads all chunks of a branch. Returns the new ranks of its companies, ascending and valid until the next call, if they are wanted and
   * all companies stay.
   */
  #takeRanks(label: Buffer, areWanted: boolean): Uint32Array | undefined {
    let count = 0;
    let isWhole = areWanted;
    let isAscending = true;
    for (; this.#row?.value[0] === BRANCH && labelOf(this.#row).equals(label); this.#step()) {
      for (const before of isWhole ? branchRanks(this.#row.value) : []) {
        const rank = this.#rankOf(before);
        if (rank === undefined) {
          isWhole = false;
          break;
        }
        if (count === this.#mapped.length) this.#mapped = doubled(this.#mapped);
        isAscending &&= count === 0 || rank > (this.#mapped[count - 1] ?? 0);
        this.#mapped[count++] = rank;
      }
    }
    const ranks = this.#mapped.subarray(0, count);
    return !isWhole ? undefined : isAscending ? ranks : ranks.toSorted();
  }

  /** Returns the ranks that the companies with the number of the next branch had. */
  #takeOwn(): readonly number[] {
    let rank = 0;
    return Array.from({ length: this.#own.next() }, () => (rank += this.#own.next()));
  }

  #renumbered(entries: readonly Entry[]): Entry[] {
    return entries.flatMap(({ number, rank: before }) => {
      const rank = this.#rankOf(before);
      return rank === undefined ? [] : [{ number, rank }];
    });
  }
}

const NO_RANKS = new Uint32Array(0);

function labelOf({ key }: TreeRow): Buffer {
  return key.subarray(0, -BRANCH_END_BYTES);
}

function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return sharedBytes(bytes, prefix) === prefix.length;
}
