import { VarintReader } from '../../model/index.ts';
import { compareKeys, firstFrom, wordAt } from './key-prefixes.ts';
import type { MappedFile } from './mapped-file.ts';

/** Number of bytes of the position of a row: 40 bits, little-endian. */
export const POSITION_BYTES = 5;

/** Number of rows for each stored prefix of a key: the first of 16 rows has one. */
export const PREFIX_ROWS = 16;

/** Number of bits of an offset in a window, and the mask for it. */
const WINDOW_BITS = 30;
const WINDOW_MASK = 2 ** WINDOW_BITS - 1;

/** Where the parts of a table are in the file. */
export interface TableParts {
  /** Number of rows. */
  readonly rows: number;
  /** Position of the positions of the rows. */
  readonly positions: number;
  /** Position of the prefixes of keys. */
  readonly prefixes: number;
  /** Number of bytes of all parts, the rows included. */
  readonly bytes: number;
}

/** A row: the caller owns both parts. */
export interface Row {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Reads a table of a snapshot file: rows in the order of the bytes of their keys, each key once. */
export class Table {
  /** Number of rows. */
  readonly count: number;
  /** Number of bytes that the table takes in the file. */
  readonly size: number;
  /** The memory with the row of the last `seek`, and the offsets of its parts in it. */
  bytes: Buffer = Buffer.alloc(0);
  keyStart = 0;
  keyEnd = 0;
  valueStart = 0;
  valueEnd = 0;
  readonly #file: MappedFile;
  readonly #positions: DataView;
  readonly #prefixes: DataView;
  readonly #reader = new VarintReader();

  /** @throws {RangeError} if the file lacks a part of the table */
  constructor(file: MappedFile, { rows, positions, prefixes, bytes }: TableParts) {
    this.#file = file;
    this.count = rows;
    this.size = bytes;
    this.#positions = viewOf(file.slice(positions, rows * POSITION_BYTES));
    this.#prefixes = viewOf(file.slice(prefixes, Math.ceil(rows / PREFIX_ROWS) * 8));
  }

  /** Goes to a row, counted from 0. @throws {RangeError} if there is no such row */
  seek(row: number): void {
    const low = this.#positions.getUint32(POSITION_BYTES * row, true);
    const high = this.#positions.getUint8(POSITION_BYTES * row + 4);
    const bytes = this.#file.windows[(high << (32 - WINDOW_BITS)) | (low >>> WINDOW_BITS)];
    if (bytes === undefined) throw new RangeError(`row ${row} is outside of the file`);
    this.bytes = bytes;
    const reader = this.#reader.open(bytes, low & WINDOW_MASK);
    const keyBytes = reader.next();
    this.keyStart = reader.at;
    reader.at += keyBytes;
    this.keyEnd = reader.at;
    const valueBytes = reader.next();
    this.valueStart = reader.at;
    this.valueEnd = reader.at + valueBytes;
  }

  /** Returns the first row whose key is not before `key`; the number of rows without such a row. */
  firstFrom(key: Uint8Array): number {
    const high = wordAt(key, 0);
    const low = wordAt(key, 4);
    const group = firstFrom(this.#prefixes, 0, high, low, false);
    // The rows before the group begin with a key that is before `key`; those from `behind` on are after it.
    let from = group === 0 ? 0 : (group - 1) * PREFIX_ROWS + 1;
    const behind = firstFrom(this.#prefixes, group, high, low, true);
    let to = Math.min(this.count, behind * PREFIX_ROWS);
    while (from < to) {
      const middle = (from + to) >>> 1;
      this.seek(middle);
      if (compareKeys(this.bytes, this.keyStart, this.keyEnd, key) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Goes to the row of a key. Returns false if the table lacks the key. */
  find(key: Uint8Array): boolean {
    const row = this.firstFrom(key);
    if (row === this.count) return false;
    this.seek(row);
    return compareKeys(this.bytes, this.keyStart, this.keyEnd, key) === 0;
  }

  /** Returns the value of a key, valid until the file is closed; undefined if the table lacks the key. */
  get(key: Uint8Array): Buffer | undefined {
    return this.find(key) ? this.bytes.subarray(this.valueStart, this.valueEnd) : undefined;
  }

  /** Returns a copy of a row. */
  rowAt(row: number): Row {
    this.seek(row);
    const { bytes, keyStart, keyEnd, valueStart, valueEnd } = this;
    return {
      key: Buffer.from(bytes.subarray(keyStart, keyEnd)),
      value: Buffer.from(bytes.subarray(valueStart, valueEnd)),
    };
  }
}

/** Returns a view of the same memory. */
export function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
