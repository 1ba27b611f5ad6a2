import { ByteBuffer, VARINT_BYTES_MAX, sharedBytes, writeVarint } from '../../model/index.ts';
import { ALL_COUNTRIES } from '../format/format.ts';
import type { TreeRow } from '../index/radix-tree-builder.ts';
import type { SnapshotReader } from '../read/reader.ts';
import type { TreeBefore } from './continued-tree.ts';
import { KeptRanks, type SharedRanks } from './kept-ranks.ts';

/** Where the numbers of the companies are that a snapshot takes over. */
export interface KeptNumbers<Ranks = SharedRanks> {
  /** The path of the previous snapshot. */
  readonly path: string;
  /** What {@linkcode encodeBranches} returned for it. */
  readonly branchRanks: Uint8Array;
  readonly ranks: Ranks;
}

/** Encodes the ranks of the companies that have the prefix of a branch as their number: no leaf has them, and the branch has others, too. */
export function encodeBranchRanks(ranks: Uint32Array): Buffer {
  const bytes = Buffer.allocUnsafe(VARINT_BYTES_MAX * (1 + ranks.length));
  let at = writeVarint(bytes, 0, ranks.length);
  let before = 0;
  for (const rank of ranks) {
    at = writeVarint(bytes, at, rank - before);
    before = rank;
  }
  return bytes.subarray(0, at);
}

const SCOPE_BYTES = ALL_COUNTRIES.length;
const HEAD_BYTES = SCOPE_BYTES + 4;

/**
 * Encodes the branches of all trees, in the order of their keys, which are the scope and the label: per scope its two bytes, the number of
 * the bytes that follow, and what {@linkcode encodeBranchRanks} returned for each branch.
 */
export function encodeBranches(branches: Iterable<{ readonly key: Buffer; readonly value: Buffer }>): Buffer {
  const all = new ByteBuffer(1024);
  let start = -1;
  const end = (): void => {
    if (start >= 0) all.bytes.writeUInt32LE(all.length - start - HEAD_BYTES, start + SCOPE_BYTES);
  };
  for (const { key, value } of branches) {
    if (start < 0 || all.bytes.compare(key, 0, SCOPE_BYTES, start, start + SCOPE_BYTES) !== 0) {
      end();
      start = all.length;
      all.append(key.subarray(0, SCOPE_BYTES));
      all.append(Buffer.alloc(4));
    }
    all.append(value);
  }
  end();
  return all.copy();
}

/** Reverses {@linkcode encodeBranches}: returns the bytes of each scope. */
function decodeBranches(bytes: Uint8Array): Map<string, Buffer> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const scopes = new Map<string, Buffer>();
  for (let at = 0; at < all.length;) {
    const start = at + HEAD_BYTES;
    const end = start + all.readUInt32LE(at + SCOPE_BYTES);
    scopes.set(all.toString('latin1', at, at + SCOPE_BYTES), all.subarray(start, end));
    at = end;
  }
  return scopes;
}

const NO_BYTES = Buffer.alloc(0);

/** The trees of the previous snapshot. */
export class TreesBefore {
  readonly #reader: SnapshotReader;
  readonly #ranks: KeptRanks;
  readonly #branchRanks: ReadonlyMap<string, Buffer>;

  constructor(reader: SnapshotReader, { branchRanks, ranks }: KeptNumbers) {
    this.#reader = reader;
    this.#ranks = new KeptRanks(ranks);
    this.#branchRanks = decodeBranches(branchRanks);
  }

  get scopes(): readonly string[] {
    return this.#ranks.scopes;
  }

  /** Returns the tree of a scope; an empty one if the previous snapshot has none. */
  tree(scope: string): TreeBefore {
    const ranks = this.#ranks.inScope(scope);
    return {
      rows: rowsOfScope(this.#reader, scope),
      branchRanks: this.#branchRanks.get(scope) ?? NO_BYTES,
      rankOf: (before) => this.#ranks.rankIn(ranks, before),
    };
  }
}

/** Number of rows after which pages are released: the rows of a tree count as memory of the process. */
const ROWS_PER_RELEASE = 1024;

/** Yields the rows of the tree of a scope, in order, their keys without the scope. */
function* rowsOfScope(reader: SnapshotReader, scope: string): Generator<TreeRow, void, undefined> {
  const { numbers } = reader.tables;
  const prefix = Buffer.from(scope, 'latin1');
  for (let row = numbers.firstFrom(prefix); row < numbers.count; row++) {
    if (row % ROWS_PER_RELEASE === 0) reader.release();
    const { key, value } = numbers.rowAt(row);
    if (sharedBytes(key, prefix) < prefix.length) return;
    yield { key: key.subarray(prefix.length), value };
  }
}
