import { SHARED_MEMORY_BYTES, Sorter, type YieldIfDue } from '../../files/index.ts';
import { InputError, encodeCompanyId } from '../../model/index.ts';
import type { TableWriter } from '../file/table-writer.ts';
import type { PrefixFilterBuilder } from '../index/prefix-filter.ts';
import { listMovedNumbers, movedNumberKey } from '../index/moved-numbers.ts';
import { merged } from './merged.ts';

interface IdRow {
  readonly key: Buffer;
  readonly value: Buffer;
}

const EMPTY = Buffer.alloc(0);

/** Sorts the entries of records by id, on disk, and writes the tables of ids and of the numbers of records that have moved. */
export class IdWriter {
  readonly #entries: Sorter;
  readonly #movedNumbers: Sorter;

  /** @param directory where it creates and removes files */
  constructor(directory: string) {
    this.#entries = new Sorter({ directory, name: 'ids', memoryBytes: SHARED_MEMORY_BYTES });
    this.#movedNumbers = new Sorter({ directory, name: 'moved-numbers' });
  }

  add(id: Uint8Array, entry: Buffer): void {
    this.#entries.add(id, entry);
  }

  /**
   * Writes the tables, and adds the numbers of records that have moved to the filter.
   * @param kept further entries in the order of ids
   */
  async write(
    writer: TableWriter,
    kept: Iterable<IdRow>,
    filter: PrefixFilterBuilder,
    yieldIfDue: YieldIfDue,
  ): Promise<void> {
    let before: Buffer | undefined;
    for (const { key, value } of merged(this.#entries.sorted(), kept, (a, b) => a.key.compare(b.key))) {
      if (before?.equals(key) === true) {
        throw new InputError(
          `Cannot build: two companies have the id "${encodeCompanyId(key)}"; ` +
            'a line with an "id" must have an identifier of the company with that id, or no identifier at all',
        );
      }
      before = Buffer.from(key);
      writer.put('ids', before, value);
      for (const number of listMovedNumbers(value)) {
        filter.add(Buffer.from(number));
        this.#movedNumbers.add(movedNumberKey(number, before), EMPTY);
      }
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    await writer.putSorted('movedNumbers', this.#movedNumbers, yieldIfDue);
  }
}
