import { Sorter, type YieldIfDue } from '../../files/index.ts';
import { ALL_COUNTRIES } from '../format/format.ts';
import type { TableWriter } from '../file/table-writer.ts';
import type { PrefixFilterBuilder } from '../index/prefix-filter.ts';
import { RadixTreeBuilder } from '../index/radix-tree.ts';

const EMPTY = Buffer.alloc(0);

/** Sorts the folded numbers of companies on disk, and writes a radix tree for each scope. */
export class NumberWriter {
  readonly #directory: string;
  readonly #numbers: Sorter;

  /** @param directory where it creates and removes files */
  constructor(directory: string) {
    this.#directory = directory;
    this.#numbers = new Sorter({ directory, name: 'numbers' });
  }

  /** Adds the numbers of the company at a rank of a scope. */
  add(scope: string, numbers: readonly Buffer[], rank: number): void {
    for (const number of numbers) this.#numbers.add(numberEntry(scope, number, rank), EMPTY);
  }

  /** Writes the trees, and adds the numbers of all countries to the filter. */
  async write(writer: TableWriter, filter: PrefixFilterBuilder, yieldIfDue: YieldIfDue): Promise<void> {
    const rows = new Sorter({ directory: this.#directory, name: 'tree' });
    let scope: string | undefined;
    let builder: RadixTreeBuilder | undefined;
    for (const { key } of this.#numbers.sorted()) {
      const scopeOfKey = key.toString('latin1', 0, 2);
      if (builder === undefined || scopeOfKey !== scope) {
        builder?.finish();
        scope = scopeOfKey;
        const prefix = Buffer.from(key.subarray(0, 2));
        builder = new RadixTreeBuilder((row) => rows.add(Buffer.concat([prefix, row.key]), row.value));
      }
      const number = Buffer.from(key.subarray(2, key.length - 5));
      if (scope === ALL_COUNTRIES) filter.add(number);
      builder.add(number, key.readUInt32BE(key.length - 4));
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    builder?.finish();
    await writer.putSorted('numbers', rows, yieldIfDue);
  }
}

/** Returns the entry of a folded number in the sort of numbers: scope, number, a zero byte, rank. */
function numberEntry(scope: string, number: Buffer, rank: number): Buffer {
  const key = Buffer.allocUnsafe(2 + number.length + 5);
  key.write(scope, 0, 'latin1');
  number.copy(key, 2);
  key[2 + number.length] = 0;
  key.writeUInt32BE(rank, 3 + number.length);
  return key;
}
