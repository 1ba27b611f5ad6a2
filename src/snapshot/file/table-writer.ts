import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEVER_YIELD, SpooledBytes, type Sorter, type YieldIfDue } from '../../files/index.ts';
import { ByteBuffer } from '../../model/index.ts';
import { MATCH_TABLE_NAMES, TABLE_NAMES, type TableName } from './table-names.ts';
import { appendPrefix } from './key-prefixes.ts';
import { WINDOW_BYTES } from './mapped-file.ts';
import { PageSums } from './page-sums.ts';
import { POSITION_BYTES, PREFIX_ROWS, type TableParts } from './table.ts';
import { encodeTrailer } from './trailer.ts';

/** Number of bytes of rows that are written at once: the rows of a table lie together in pieces of this size. */
const CHUNK_BYTES = 256 * 1024;

/** A table that is being written. */
class OpenTable {
  /** Rows that are not in the file yet. */
  readonly chunk = new ByteBuffer(4096);
  /** The offsets of these rows in the chunk. */
  readonly starts: number[] = [];
  readonly digest = new TableDigest();
  readonly prefixes = new ByteBuffer(4096);
  /** The positions of the rows, in a file: they would take five bytes of memory a row. */
  readonly positions: SpooledBytes;
  lastKey: Buffer | undefined;
  rows = 0;
  bytes = 0;

  constructor(path: string) {
    this.positions = new SpooledBytes(path);
  }
}

/**
 * Writes a snapshot file: rows in ascending order of keys for each table, while the rows of several tables may alternate. Digests the rows
 * of each table, and all bytes of the file.
 */
export class TableWriter {
  readonly #directory: string;
  readonly #descriptor: number;
  readonly #tables = new Map<string, OpenTable>();
  readonly #hash: Hash = createHash('sha256');
  readonly #sums = new PageSums();
  readonly #onRow: (rows: number, table: string) => void;
  /** Scratch memory for the position of a row. */
  readonly #positionBytes = Buffer.alloc(POSITION_BYTES);
  #position = 0;
  #rows = 0;

  /**
   * @param path of the new file, which must not exist
   * @param directory a folder of this build, for files that the writer creates and removes
   * @param onRow called for every row with the number of rows so far, and the table
   */
  constructor(path: string, directory: string, onRow: (rows: number, table: string) => void = () => undefined) {
    this.#directory = directory;
    this.#descriptor = openSync(path, 'wx');
    this.#onRow = onRow;
  }

  /** Appends a row; key and value are copied. Throws an Error if the key is not after the last one of the table. */
  put(name: TableName | 'metadata', key: Buffer, value: Buffer): void {
    const table = this.#table(name);
    const { chunk, lastKey, prefixes } = table;
    if (lastKey !== undefined && lastKey.compare(key) >= 0)
      throw new Error(
        `Cannot write the key "${key.toString('hex')}" of the table "${name}": it is not after the last one`,
      );
    table.lastKey = Buffer.from(key);
    if (chunk.length > 0 && chunk.length + key.length + value.length > CHUNK_BYTES) this.#writeChunk(table);
    if (table.rows % PREFIX_ROWS === 0) appendPrefix(prefixes, key);
    table.starts.push(chunk.length);
    chunk.appendVarint(key.length);
    chunk.append(key);
    chunk.appendVarint(value.length);
    chunk.append(value);
    table.rows++;
    table.digest.add(key, value);
    this.#onRow(++this.#rows, name);
  }

  /** Appends the records of a sorter. */
  async putSorted(table: TableName, sorter: Sorter, yieldIfDue: YieldIfDue): Promise<void> {
    for (const { key, value } of sorter.sorted()) {
      this.put(table, key, value);
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
  }

  /** Returns the digest of each table with content in hexadecimal. Call this once, after their last rows. */
  digests(names: readonly TableName[]): Record<string, string> {
    return Object.fromEntries(names.map((name) => [name, this.#table(name).digest.finish()]));
  }

  /** Completes the file: it has all its bytes on the disk when this returns. */
  async finish(yieldIfDue: YieldIfDue = NEVER_YIELD): Promise<void> {
    const parts: Record<string, TableParts> = {};
    for (const [name, table] of this.#tables) {
      this.#writeChunk(table);
      const { rows, prefixes, positions } = table;
      if (rows === 0) continue;
      const prefixesAt = this.#write(prefixes.written());
      const positionsAt = this.#reserve(POSITION_BYTES * rows);
      for (const piece of positions.read()) {
        this.#write(piece);
        await yieldIfDue();
      }
      const bytes = table.bytes + prefixes.length + POSITION_BYTES * rows;
      parts[name] = { rows, positions: positionsAt, prefixes: prefixesAt, bytes };
    }
    // The checksums of all pages before them; those of the page with the last row are over a part of it.
    const bytes = this.#position;
    const sums = this.#sums.finish();
    const directory = Buffer.from(JSON.stringify({ pages: { bytes, sums: this.#write(sums) }, tables: parts }));
    this.#write(directory);
    writeFileSync(this.#descriptor, encodeTrailer(this.#position, directory, this.#hash.digest()));
    fsyncSync(this.#descriptor);
    this.close();
  }

  /** Closes the file, and removes the other files of the writer. Safe to call again. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#descriptor);
    for (const { positions } of this.#tables.values()) positions.remove();
  }
  #isClosed = false;

  #table(name: string): OpenTable {
    const known = this.#tables.get(name);
    if (known !== undefined) return known;
    const table = new OpenTable(join(this.#directory, `positions-${name}`));
    this.#tables.set(name, table);
    return table;
  }

  #writeChunk(table: OpenTable): void {
    const { chunk, starts, positions } = table;
    if (starts.length === 0) return;
    const position = this.#write(chunk.written());
    for (const start of starts) {
      this.#positionBytes.writeUIntLE(position + start, 0, POSITION_BYTES);
      positions.append(this.#positionBytes);
    }
    table.bytes += chunk.length;
    starts.length = 0;
    chunk.clear();
  }

  /** Writes bytes that are read as one piece. Returns their position. */
  #write(bytes: Uint8Array): number {
    const position = this.#reserve(bytes.length);
    writeFileSync(this.#descriptor, bytes);
    this.#hash.update(bytes);
    this.#sums.update(bytes);
    this.#position += bytes.length;
    return position;
  }

  /** Moves to the next window if bytes would cross the end of this one. Returns the position. */
  #reserve(bytes: number): number {
    const left = WINDOW_BYTES - (this.#position % WINDOW_BYTES);
    if (bytes > WINDOW_BYTES) throw new RangeError(`Cannot write ${bytes} bytes as one piece: at most ${WINDOW_BYTES}`);
    if (bytes > left) this.#write(Buffer.alloc(left));
    return this.#position;
  }
}

/** Number of bytes of rows that are hashed together: one call for each row would take longer than the hashing. */
const DIGESTED_BYTES = 64 * 1024;

/** The digest of the rows of a table. */
export class TableDigest {
  readonly #hash = createHash('sha256');
  readonly #rows = new ByteBuffer(4096);
  readonly #lengths = Buffer.alloc(8);

  /** The lengths in front distinguish rows whose concatenated bytes are equal but whose keys differ in length. */
  add(key: Uint8Array, value: Uint8Array): void {
    this.#lengths.writeUInt32BE(key.length, 0);
    this.#lengths.writeUInt32BE(value.length, 4);
    for (const part of [this.#lengths, key, value]) this.#rows.append(part);
    if (this.#rows.length >= DIGESTED_BYTES) this.#update();
  }

  /** Returns the digest in hexadecimal. */
  finish(): string {
    this.#update();
    return this.#hash.digest('hex');
  }

  #update(): void {
    this.#hash.update(this.#rows.written());
    this.#rows.clear();
  }
}

export function digestOfDictionary(stored: Uint8Array): string {
  return createHash('sha256').update(stored).digest('hex');
}

/** Returns the digest of the content, from the digests of the tables and of the dictionary (`dictionary`). */
export function contentDigest(tables: Readonly<Record<string, string>>): Buffer {
  const digest = createHash('sha256');
  const names = [...TABLE_NAMES, ...MATCH_TABLE_NAMES].filter((name) => name in tables);
  for (const name of [...names, 'dictionary']) digest.update(`${name}:${tables[name] ?? ''}\n`);
  return digest.digest();
}
