import { InputError } from '../../model/index.ts';
import { tableOf, type TableName } from '../format/format.ts';
import { SnapshotReader } from './reader.ts';

/**
 * Number of rows per mapping. Pages of a mapped file count as memory of the process until the file is unmapped. A row reads up to 64 kB of
 * its neighbourhood, and so does each look-up made for the row: 2048 rows keep a scan below some 400 MB.
 */
const ROWS_PER_MAPPING = 2048;

export interface ScanOptions {
  /** The file is mapped again after this number of rows. */
  readonly rowsPerMapping?: number;
  /** Directory for lock files, see `SnapshotReader.open`. */
  readonly lockIn?: string | undefined;
}

/**
 * Scans the tables of a snapshot of any size in bounded memory, by mapping the file again every few thousand rows. Only one scan may run at
 * a time, and `reader` may be another object after each row of the scan.
 */
export class SnapshotScanner {
  readonly #path: string;
  readonly #rowsPerMapping: number;
  readonly #lockIn: string | undefined;
  #reader: SnapshotReader;

  /** @throws {InputError} if the file is not a snapshot */
  constructor(path: string, { rowsPerMapping = ROWS_PER_MAPPING, lockIn }: ScanOptions = {}) {
    this.#path = path;
    this.#rowsPerMapping = rowsPerMapping;
    this.#lockIn = lockIn;
    this.#reader = SnapshotReader.open(path, lockIn);
  }

  /** The reader of the current mapping. Get it again after every row. */
  get reader(): SnapshotReader {
    return this.#reader;
  }

  /**
   * Returns every row of a table, in the order of the keys. A caller that makes many look-ups for each row passes a smaller `limit`: the
   * number of rows per mapping.
   * @throws {InputError} if another file has replaced the snapshot
   */
  *rows(
    table: TableName,
    limit = this.#rowsPerMapping,
  ): Generator<{ readonly key: Buffer; readonly value: Buffer }, void, undefined> {
    for (let last: Buffer | undefined; ;) {
      let count = 0;
      const range = last === undefined ? { limit } : { start: last, exclusiveStart: true, limit };
      for (const row of tableOf(this.#reader.tables, table).getRange(range)) {
        last = row.key;
        count++;
        yield row;
      }
      if (count < limit) return;
      this.remap();
    }
  }

  async close(): Promise<void> {
    await this.#reader.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /**
   * Maps the file again, which frees the pages read so far.
   * @throws {InputError} if another file has replaced the snapshot
   */
  remap(): void {
    const before = this.#reader;
    void before.close();
    this.#reader = SnapshotReader.open(this.#path, this.#lockIn, before);
    if (this.#reader.fileKey !== before.fileKey) {
      throw new InputError(
        `Cannot continue to read the snapshot "${this.#path}": another file replaced it. Start the command again.`,
      );
    }
  }
}
