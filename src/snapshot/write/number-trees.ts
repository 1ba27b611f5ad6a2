import { join } from 'node:path';
import { SHARED_MEMORY_BYTES, Sorter, type RecordWork } from '../../files/index.ts';
import { ALL_COUNTRIES } from '../format/format.ts';
import { decodeIdentifiers } from '../format/identifiers.ts';
import { findRow, rankOfEntry } from '../format/row.ts';
import { PrefixFilterBuilder } from '../index/prefix-filter.ts';
import { RadixTreeBuilder, type TreeOutput } from '../index/radix-tree-builder.ts';
import type { Entry } from '../index/radix-tree.ts';
import { foldedNumbers } from '../index/search-keys.ts';
import { SnapshotReader } from '../read/reader.ts';
import { PLACE_BYTES } from './encoded-company.ts';
import { ContinuedTree } from './continued-tree.ts';
import { TreesBefore, encodeBranchRanks, encodeBranches, type KeptNumbers } from './kept-numbers.ts';

/** Where the rows of the table of numbers are, in order, and the prefixes of all numbers. */
export interface NumberTrees {
  readonly path: string;
  readonly prefixes: readonly string[];
  /** For the next build, which takes numbers over: `KeptNumbers`. */
  readonly branchRanks: Uint8Array;
}

/** The task of a thread that builds the trees. */
export interface NumberTreesTask {
  /** Where it creates and removes files, and leaves that of the rows. */
  readonly directory: string;
  readonly kept?: KeptNumbers | undefined;
}

/**
 * Builds the radix trees of the folded numbers of companies, one for each scope. Its records are entries of `ids` and places in countries;
 * companies that are taken over have their numbers in the previous snapshot.
 */
export class NumberTreesWork implements RecordWork<NumberTrees> {
  readonly #directory: string;
  readonly #kept: KeptNumbers | undefined;
  readonly #numbers: Sorter;

  constructor({ directory, kept }: NumberTreesTask) {
    this.#directory = directory;
    this.#kept = kept;
    this.#numbers = this.#sorter('numbers');
  }

  add(entry: Buffer, places: Buffer): void {
    const rank = rankOfEntry(entry) ?? 0;
    for (const number of foldedNumbers(decodeIdentifiers(entry, findRow(entry).end)))
      this.#numbers.add(numberKey(number, rank), places);
  }

  async finish(): Promise<NumberTrees> {
    if (this.#kept === undefined) return this.#build();
    const reader = SnapshotReader.open(this.#kept.path);
    try {
      return this.#build(new TreesBefore(reader, this.#kept));
    } finally {
      await reader.close();
    }
  }

  #sorter(name: string): Sorter {
    return new Sorter({ directory: this.#directory, name, memoryBytes: SHARED_MEMORY_BYTES });
  }

  #build(before?: TreesBefore): NumberTrees {
    const [rows, branches] = [this.#sorter('tree'), this.#sorter('branches')];
    const filter = new PrefixFilterBuilder();
    const trees = new Map<string, Pick<RadixTreeBuilder, 'add' | 'finish'>>();
    const begin = (scope: string): Pick<RadixTreeBuilder, 'add' | 'finish'> => {
      const prefix = Buffer.from(scope, 'latin1');
      const output: TreeOutput = {
        onRow: ({ key, value }) => rows.add(Buffer.concat([prefix, key]), value),
        onBranch: (label, own) => branches.add(Buffer.concat([prefix, label]), encodeBranchRanks(own)),
      };
      const onTaken = scope === ALL_COUNTRIES ? filter.add.bind(filter) : undefined;
      const tree =
        before === undefined ? new RadixTreeBuilder(output) : new ContinuedTree(before.tree(scope), output, onTaken);
      trees.set(scope, tree);
      return tree;
    };
    for (const scope of before?.scopes ?? []) begin(scope);
    const all = trees.get(ALL_COUNTRIES) ?? begin(ALL_COUNTRIES);
    // The companies of a country have the same order as among all, so one sort gives the order of every tree.
    for (const { number, rank, places } of placedNumbers(this.#numbers)) {
      filter.add(number);
      all.add(number, rank);
      for (let at = 0; at < places.length; at += PLACE_BYTES) {
        const scope = places.toString('latin1', at, at + 2);
        (trees.get(scope) ?? begin(scope)).add(number, places.readUInt32BE(at + 2));
      }
    }
    for (const tree of trees.values()) tree.finish();
    const path = join(this.#directory, 'number-rows');
    rows.save(path);
    return { path, prefixes: filter.prefixes(), branchRanks: encodeBranches(branches.sorted()) };
  }
}

interface PlacedNumber extends Entry {
  /** The places of the company in countries. */
  readonly places: Buffer;
}

function* placedNumbers(numbers: Sorter): Generator<PlacedNumber, void, undefined> {
  for (const { key, value: places } of numbers.sorted()) {
    const number = Buffer.from(key.subarray(0, key.length - RANK_END_BYTES));
    yield { number, rank: key.readUInt32BE(key.length - 4), places };
  }
}

/** Number of bytes after the number in a key: a zero byte, and the rank. */
const RANK_END_BYTES = 5;

function numberKey(number: Buffer, rank: number): Buffer {
  const key = Buffer.allocUnsafe(number.length + RANK_END_BYTES);
  number.copy(key, 0);
  key[number.length] = 0;
  key.writeUInt32BE(rank, number.length + 1);
  return key;
}
