import { createHash, type Hash } from 'node:crypto';
import { mustHaveRoom, type Sorter, type YieldIfDue } from '../../files/index.ts';
import {
  EARLIER_TABLE_NAMES,
  MATCH_TABLE_NAMES,
  TABLE_NAMES,
  tableNamesOf,
  tableOf,
  type TableName,
  type Tables,
} from '../format/format.ts';

/** Number of bytes of rows in one transaction: enough to be fast, few enough to hold in memory. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** Number of bytes allocated for the first batch: a small snapshot needs no more. */
const FIRST_BYTES = 64 * 1024;

/** A row of the batch: the offsets of its key and value in the memory of the batch. */
interface Put {
  readonly table: TableName;
  readonly start: number;
  readonly keyEnd: number;
  readonly end: number;
}

/** Appends rows to the tables of a new snapshot, in ascending order of keys for each table, and digests them. */
export class TableWriter {
  readonly #tables: Tables;
  readonly #directory: string;
  readonly #digests: ReadonlyMap<TableName, Hash>;
  #batch: Put[] = [];
  /**
   * Copies of the keys and values of the batch. The originals are slices of Node's pool, and would keep eight times as much memory alive.
   */
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #batchBytes = 0;
  #rows = 0;
  readonly #onRow: (rows: number, table: TableName) => void;

  /**
   * @param directory the folder of the snapshot
   * @param onRow called for every row with the number of rows so far, and the table
   */
  constructor(tables: Tables, directory: string, onRow: (rows: number, table: TableName) => void) {
    this.#tables = tables;
    this.#digests = new Map(tableNamesOf(tables).map((name) => [name, createHash('sha256')]));
    this.#directory = directory;
    this.#onRow = onRow;
  }

  /** Appends a row; key and value are copied. */
  put(table: TableName, key: Buffer, value: Buffer): void {
    const needed = key.length + value.length;
    if (this.#batchBytes + needed > BATCH_BYTES) this.flush();
    if (this.#batchBytes + needed > this.#bytes.length) this.#grow(this.#batchBytes + needed);
    const start = this.#batchBytes;
    const keyEnd = start + key.copy(this.#bytes, start);
    this.#batchBytes = keyEnd + value.copy(this.#bytes, keyEnd);
    this.#batch.push({ table, start, keyEnd, end: this.#batchBytes });
    const digest = this.#digests.get(table);
    if (digest !== undefined) digestRow(digest, key, value);
    this.#onRow(++this.#rows, table);
  }

  /** Appends the records of a sorter. */
  async putSorted(table: TableName, sorter: Sorter, yieldIfDue: YieldIfDue): Promise<void> {
    for (const { key, value } of sorter.sorted()) {
      this.put(table, key, value);
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
  }

  #grow(neededBytes: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(neededBytes, Math.min(2 * this.#bytes.length, BATCH_BYTES)));
    this.#bytes.copy(grown, 0, 0, this.#batchBytes);
    this.#bytes = grown;
  }

  flush(): void {
    mustHaveRoom(this.#directory, this.#batchBytes);
    const bytes = this.#bytes;
    this.#tables.env.transactionSync(() => {
      for (const { table, start, keyEnd, end } of this.#batch) {
        tableOf(this.#tables, table).putSync(bytes.subarray(start, keyEnd), bytes.subarray(keyEnd, end), {
          append: true,
        });
      }
    });
    this.#batch = [];
    this.#batchBytes = 0;
  }

  /** Returns the digest of each table in hexadecimal. Call this last. */
  digests(): Record<string, string> {
    return Object.fromEntries([...this.#digests].map(([name, digest]) => [name, digest.digest('hex')]));
  }
}

/**
 * Adds a row to a table's digest. The lengths in front distinguish rows whose concatenated bytes are equal but whose keys differ in length.
 */
export function digestRow(digest: Hash, key: Uint8Array, value: Uint8Array): void {
  const lengths = Buffer.allocUnsafe(8);
  lengths.writeUInt32BE(key.length, 0);
  lengths.writeUInt32BE(value.length, 4);
  digest.update(lengths).update(key).update(value);
}

export function digestOfDictionary(stored: Uint8Array): string {
  return createHash('sha256').update(stored).digest('hex');
}

/** Returns the digest of the content, from the digests of the tables and of the dictionary (`dictionary`). */
export function contentDigest(tables: Readonly<Record<string, string>>): Buffer {
  const digest = createHash('sha256');
  const names = [...TABLE_NAMES, ...MATCH_TABLE_NAMES, ...EARLIER_TABLE_NAMES].filter((name) => name in tables);
  for (const name of [...names, 'dictionary']) digest.update(`${name}:${tables[name] ?? ''}\n`);
  return digest.digest();
}
