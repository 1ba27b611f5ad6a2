import { InputError } from '../../model/index.ts';
import type { TableName } from '../format/format.ts';
import { SnapshotReader } from './reader.ts';

/**
 * Rows between two mappings. What is read of a mapped file counts as memory of the process until it is unmapped; a row may bring in
 * 64 kB of neighbours, and each lookup that is made for it as much, so these are some four hundred megabytes.
 */
const ROWS_A_MAPPING = 2048;

export interface PassesOptions {
  /** After how many rows the file is mapped anew. */
  readonly rowsAMapping?: number;
  /** Where lock files are made, see `SnapshotReader.open`. */
  readonly lockIn?: string | undefined;
}

/**
 * Goes through the tables of a snapshot of any size in bounded memory: the file is mapped anew after every two thousand
 * rows. Only one pass may be under way at a time, and the reader is another one after each row of it.
 */
export class SnapshotPasses {
  readonly #path: string;
  readonly #rowsAMapping: number;
  readonly #lockIn: string | undefined;
  #reader: SnapshotReader;

  /** @throws {InputError} where the file is no snapshot */
  constructor(path: string, { rowsAMapping = ROWS_A_MAPPING, lockIn }: PassesOptions = {}) {
    this.#path = path;
    this.#rowsAMapping = rowsAMapping;
    this.#lockIn = lockIn;
    this.#reader = SnapshotReader.open(path, lockIn);
  }

  /** The snapshot as it is mapped now; not to be kept while a pass goes on. */
  get reader(): SnapshotReader {
    return this.#reader;
  }

  /**
   * Every row of a table, in the order of the keys. Whoever looks up much else for each row has the file mapped anew after fewer.
   * @throws {InputError} where another file has come to lie at the path
   */
  *rows(
    table: TableName,
    limit = this.#rowsAMapping,
  ): Generator<{ readonly key: Buffer; readonly value: Buffer }, void, undefined> {
    for (let last: Buffer | undefined; ;) {
      let count = 0;
      const range = last === undefined ? { limit } : { start: last, exclusiveStart: true, limit };
      for (const row of this.#reader.tables[table].getRange(range)) {
        last = row.key;
        count++;
        yield row;
      }
      if (count < limit) return;
      this.mapAnew();
    }
  }

  async close(): Promise<void> {
    await this.#reader.close();
  }

  /**
   * Lets go of what was read and maps the file anew.
   * @throws {InputError} where another file has come to lie at the path
   */
  mapAnew(): void {
    const before = this.#reader;
    void before.close();
    this.#reader = SnapshotReader.open(this.#path, this.#lockIn, before);
    if (this.#reader.fileKey !== before.fileKey) {
      throw new InputError(`Cannot go on reading the snapshot "${this.#path}": it was replaced meanwhile`);
    }
  }
}
