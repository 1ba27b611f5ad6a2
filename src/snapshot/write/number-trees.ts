import { join } from 'node:path';
import { Sorter, type RecordWork } from '../../files/index.ts';
import { ALL_COUNTRIES } from '../format/format.ts';
import { decodeIdentifiers } from '../format/identifiers.ts';
import { findRow, rankOfEntry } from '../format/row.ts';
import { PrefixFilterBuilder } from '../index/prefix-filter.ts';
import { RadixTreeBuilder } from '../index/radix-tree.ts';
import { foldedNumbers } from '../index/search-keys.ts';
import { PLACE_BYTES } from './encoded-company.ts';

/** Where the rows of the table of numbers are, in order, and the prefixes of all numbers. */
export interface NumberTrees {
  readonly path: string;
  readonly prefixes: readonly string[];
}

/**
 * Builds the radix trees of the folded numbers of companies, one for each scope. Its records are entries of `ids` and places in countries.
 */
export class NumberTreesWork implements RecordWork<NumberTrees> {
  readonly #directory: string;
  readonly #numbers: Sorter;

  /** @param directory where it creates and removes files, and leaves that of the rows */
  constructor(directory: string) {
    this.#directory = directory;
    this.#numbers = new Sorter({ directory, name: 'numbers' });
  }

  add(entry: Buffer, places: Buffer): void {
    const rank = rankOfEntry(entry) ?? 0;
    for (const number of foldedNumbers(decodeIdentifiers(entry, findRow(entry).end)))
      this.#numbers.add(numberKey(number, rank), places);
  }

  finish(): NumberTrees {
    const rows = new Sorter({ directory: this.#directory, name: 'tree' });
    const filter = new PrefixFilterBuilder();
    const builders = new Map<string, RadixTreeBuilder>();
    const builderOf = (scope: string): RadixTreeBuilder => {
      const known = builders.get(scope);
      if (known !== undefined) return known;
      const prefix = Buffer.from(scope, 'latin1');
      const builder = new RadixTreeBuilder((row) => rows.add(Buffer.concat([prefix, row.key]), row.value));
      builders.set(scope, builder);
      return builder;
    };
    const all = builderOf(ALL_COUNTRIES);
    // The companies of a country have the same order as among all, so one sort gives the order of every tree.
    for (const { key, value: places } of this.#numbers.sorted()) {
      const number = Buffer.from(key.subarray(0, key.length - RANK_END_BYTES));
      filter.add(number);
      all.add(number, key.readUInt32BE(key.length - 4));
      for (let at = 0; at < places.length; at += PLACE_BYTES)
        builderOf(places.toString('latin1', at, at + 2)).add(number, places.readUInt32BE(at + 2));
    }
    for (const builder of builders.values()) builder.finish();
    const path = join(this.#directory, 'number-rows');
    rows.save(path);
    return { path, prefixes: filter.prefixes() };
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
