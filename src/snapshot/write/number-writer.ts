import { Sorter, type YieldIfDue } from '../../files/index.ts';
import { ALL_COUNTRIES } from '../format/format.ts';
import type { TableWriter } from '../file/table-writer.ts';
import type { PrefixFilterBuilder } from '../index/prefix-filter.ts';
import { RadixTreeBuilder } from '../index/radix-tree.ts';
import { PLACE_BYTES } from './encoded-company.ts';

/** Sorts the folded numbers of companies on disk, and writes a radix tree for each scope. */
export class NumberWriter {
  readonly #directory: string;
  readonly #numbers: Sorter;

  /** @param directory where it creates and removes files */
  constructor(directory: string) {
    this.#directory = directory;
    this.#numbers = new Sorter({ directory, name: 'numbers' });
  }

  /** Adds the numbers of the company at a rank of all countries, and at its places in countries. */
  add(numbers: readonly Buffer[], rank: number, places: Buffer): void {
    for (const number of numbers) this.#numbers.add(numberEntry(number, rank), places);
  }

  /** Writes the trees, and adds the numbers to the filter. */
  async write(writer: TableWriter, filter: PrefixFilterBuilder, yieldIfDue: YieldIfDue): Promise<void> {
    const rows = new Sorter({ directory: this.#directory, name: 'tree' });
    const builders = new Map<string, RadixTreeBuilder>();
    const builderOf = (scope: string): RadixTreeBuilder => {
      const prefix = Buffer.from(scope, 'latin1');
      const builder =
        builders.get(scope) ?? new RadixTreeBuilder((row) => rows.add(Buffer.concat([prefix, row.key]), row.value));
      builders.set(scope, builder);
      return builder;
    };
    const all = builderOf(ALL_COUNTRIES);
    // The companies of a country have the same order as among all, so one sort gives the order of every tree.
    for (const { key, value: places } of this.#numbers.sorted()) {
      const number = Buffer.from(key.subarray(0, key.length - 5));
      filter.add(number);
      all.add(number, key.readUInt32BE(key.length - 4));
      for (let at = 0; at < places.length; at += PLACE_BYTES)
        builderOf(places.toString('latin1', at, at + 2)).add(number, places.readUInt32BE(at + 2));
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    for (const builder of builders.values()) builder.finish();
    await writer.putSorted('numbers', rows, yieldIfDue);
  }
}

/** Returns the entry of a folded number in the sort of numbers: number, a zero byte, rank. */
function numberEntry(number: Buffer, rank: number): Buffer {
  const key = Buffer.allocUnsafe(number.length + 5);
  number.copy(key, 0);
  key[number.length] = 0;
  key.writeUInt32BE(rank, number.length + 1);
  return key;
}
