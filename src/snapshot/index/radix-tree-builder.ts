import { doubled } from '../../files/index.ts';
import { areDigits, packDigits } from '../format/digits.ts';
import { CHUNK_RANKS, LEAF_ENTRIES_MAX } from '../format/format.ts';
import { VARINT_BYTES_MAX, sharedBytes, writeVarint } from '../../model/index.ts';
import { BRANCH, BRANCH_END_BYTES, LEAF, type Entry } from './radix-tree.ts';

/** A row of the tree; the key lacks the scope. */
export interface TreeRow {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** What receives a tree. */
export interface TreeOutput {
  /** Receives the rows, in no particular order. */
  readonly onRow: (row: TreeRow) => void;
  /** Receives each branch with the ranks, ascending, of its own number, which no leaf has. */
  readonly onBranch: (label: Buffer, own: Uint32Array) => void;
}

/** A prefix whose numbers are still being added. */
interface Node {
  readonly label: Buffer;
  /** Where the ranks of its numbers begin among those of the open nodes. */
  readonly start: number;
  /** Number of its numbers; a company with two of them counts twice. */
  count: number;
  /** Number of those that are the prefix itself; they come first. */
  own: number;
  /** The entries of child nodes that are not branches, in order; undefined marks a branch between two of them. */
  readonly small: (Entry[] | undefined)[];
  /** Whether it is a branch whose rows, and those below it, are written elsewhere. */
  isWritten: boolean;
}

const newNode = (label: Buffer, start: number): Node => ({
  label,
  start,
  count: 0,
  own: 0,
  small: [],
  isWritten: false,
});

/**
 * Builds the tree of one scope from its numbers in ascending byte order. Memory: four bytes for each number with the same first byte, and
 * a few leaves per byte of the longest number.
 */
export class RadixTreeBuilder {
  readonly #output: TreeOutput;
  readonly #open: Node[] = [newNode(Buffer.alloc(0), 0)];
  /** The ranks of the numbers of all open nodes but the root, which is never a branch: those of a node are the last ones. */
  #ranks = new Uint32Array(64);
  #rankCount = 0;
  #last: Buffer | undefined;

  constructor(output: TreeOutput) {
    this.#output = output;
  }

  /** Adds an entry, and keeps `number` without copying it. Numbers must come in ascending order. */
  add(number: Buffer, rank: number): void {
    if (this.#last === undefined || !this.#last.equals(number)) this.#begin(number);
    const node = this.#top;
    node.count++;
    node.own++;
    this.#addRank(rank);
    // A node with more entries becomes a branch, which needs only their ranks.
    if (node.count <= LEAF_ENTRIES_MAX) node.small.push([{ number, rank }]);
  }

  /**
   * Adds a branch with all that is below it, in place of its numbers. Its rows are written elsewhere.
   * @param ranks those of its numbers, each once
   */
  addBranch(label: Buffer, ranks: Uint32Array): void {
    this.#begin(label);
    const node = this.#top;
    // More numbers than a leaf holds: how many does not matter to the branches above it.
    node.count = LEAF_ENTRIES_MAX + 1;
    node.isWritten = true;
    for (const rank of ranks) this.#addRank(rank);
  }

  #begin(label: Buffer): void {
    this.#closeDownTo(this.#last === undefined ? 0 : sharedBytes(this.#last, label));
    this.#open.push(newNode(label, this.#rankCount));
    this.#last = label;
  }

  #addRank(rank: number): void {
    if (this.#rankCount === this.#ranks.length) this.#ranks = doubled(this.#ranks);
    this.#ranks[this.#rankCount++] = rank;
  }

  /** Completes the tree. */
  finish(): void {
    this.#closeDownTo(0);
    const root = this.#top;
    if (root.count > LEAF_ENTRIES_MAX) this.#writeLeaves(root);
    else if (root.count > 0) this.#writeLeaf(root.small.flatMap((entries) => entries ?? []));
  }

  get #top(): Node {
    const top = this.#open.at(-1);
    if (top === undefined) throw new Error('The radix tree has no root');
    return top;
  }

  #closeDownTo(depth: number): void {
    while (this.#top.label.length > depth) {
      const node = this.#top;
      this.#open.pop();
      if (this.#top.label.length < depth) this.#open.push(newNode(node.label.subarray(0, depth), node.start));
      this.#close(node, this.#top);
    }
  }

  #close(node: Node, parent: Node): void {
    if (node.count <= LEAF_ENTRIES_MAX) {
      parent.small.push(node.small.length === 1 ? node.small[0] : node.small.flatMap((entries) => entries ?? []));
    } else {
      if (!node.isWritten) this.#writeBranch(node);
      parent.small.push(undefined);
    }
    parent.count += node.count;
    if (parent.label.length === 0) this.#rankCount = node.start;
  }

  #writeBranch(node: Node): void {
    const { label, start, own } = node;
    this.#writeLeaves(node);
    for (const row of branchRows(label, this.#ranks.subarray(start, this.#rankCount).toSorted()))
      this.#output.onRow(row);
    this.#output.onBranch(label, this.#ranks.subarray(start, start + own).toSorted());
  }

  /** Packs neighbouring numbers into leaves. A leaf ends at a branch, so that the two never overlap. */
  #writeLeaves(node: Node): void {
    let leaf: Entry[] = [];
    for (const entries of node.small) {
      if (entries === undefined || leaf.length + entries.length > LEAF_ENTRIES_MAX) {
        if (leaf.length > 0) this.#writeLeaf(leaf);
        leaf = [];
      }
      // The node's own number is in the branch: longer queries do not match it.
      for (const entry of entries ?? []) if (entry.number.length > node.label.length) leaf.push(entry);
    }
    if (leaf.length > 0) this.#writeLeaf(leaf);
  }

  #writeLeaf(entries: Entry[]): void {
    const greatest = entries.at(-1)?.number ?? Buffer.alloc(0);
    const least = entries[0]?.number ?? greatest;
    const common = greatest.subarray(0, sharedBytes(least, greatest));
    const inRankOrder = entries.toSorted((a, b) => a.rank - b.rank);
    const entryBytes = entries.reduce((sum, { number }) => sum + 2 * VARINT_BYTES_MAX + number.length, 0);
    const value = Buffer.allocUnsafe(4 + common.length + entryBytes);
    value[0] = LEAF;
    value.writeUInt16LE(entries.length, 1);
    value[3] = common.length;
    let at = 4 + common.copy(value, 4);
    let before = 0;
    for (const { number, rank } of inRankOrder) {
      at = writeVarint(value, at, rank - before);
      before = rank;
      const rest = number.subarray(common.length);
      const isPacked = areDigits(rest);
      at = writeVarint(value, at, 2 * rest.length + (isPacked ? 1 : 0));
      at = isPacked ? packDigits(rest, value, at) : at + rest.copy(value, at);
    }
    this.#output.onRow({ key: Buffer.concat([greatest, Buffer.of(1)]), value: value.subarray(0, at) });
  }
}

/** Yields the rows of a branch: its ranks, ascending, in chunks. A rank may occur several times. */
export function* branchRows(label: Buffer, ranks: Uint32Array): Generator<TreeRow, void, undefined> {
  const chunk: number[] = [];
  for (let i = 0; i < ranks.length; i++) {
    const rank = ranks[i] ?? 0;
    if (rank !== chunk.at(-1)) chunk.push(rank);
    if (chunk.length === CHUNK_RANKS || i === ranks.length - 1) {
      yield chunkRow(label, chunk);
      // A duplicate of the previous rank must not begin the next chunk.
      while (ranks[i + 1] === rank) i++;
      chunk.length = 0;
    }
  }
}

function chunkRow(label: Buffer, ranks: readonly number[]): TreeRow {
  const key = Buffer.allocUnsafe(label.length + BRANCH_END_BYTES);
  label.copy(key);
  key[label.length] = 0;
  key.writeUInt32BE(ranks.at(-1) ?? 0, label.length + 1);
  const value = Buffer.allocUnsafe(3 + 5 * ranks.length);
  value[0] = BRANCH;
  value.writeUInt16LE(ranks.length, 1);
  let at = 3;
  for (const [i, rank] of ranks.entries()) at = writeVarint(value, at, rank - (ranks[i - 1] ?? 0));
  return { key, value: value.subarray(0, at) };
}
