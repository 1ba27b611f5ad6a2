import type { Row } from '../file/table.ts';
import { tableOf, type TableName } from '../format/format.ts';
import { SnapshotReader } from './reader.ts';

/**
 * Number of rows after which pages are released. Pages of a mapped file count as memory of the process until then. A row reads up to 64 kB
 * of its neighbourhood, and so does each look-up made for the row: 2048 rows keep a scan below some 400 MB.
 */
const ROWS_PER_RELEASE = 2048;

/** Scans the tables of a snapshot of any size in bounded memory. */
export class SnapshotScanner {
  readonly reader: SnapshotReader;

  /** @throws {InputError} if the file is not a snapshot */
  constructor(path: string) {
    this.reader = SnapshotReader.open(path);
  }

  /**
   * Returns a copy of every row of a table, in the order of the keys. A caller that makes many look-ups for each row passes a smaller
   * `limit`: the number of rows after which pages are released.
   */
  *rows(name: TableName, limit = ROWS_PER_RELEASE): Generator<Row, void, undefined> {
    const table = tableOf(this.reader.tables, name);
    for (let row = 0; row < table.count; row++) {
      if (row % limit === limit - 1) this.release();
      yield table.rowAt(row);
    }
  }

  /** Takes the pages that were read out of the memory of the process. */
  release(): void {
    this.reader.tables.file.release();
  }

  async close(): Promise<void> {
    await this.reader.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
