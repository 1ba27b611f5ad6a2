import { VarintReader } from '../../model/index.ts';
import { PREFIX_BYTES, compareKeys, firstFrom, wordAt } from './key-prefixes.ts';
import { WINDOW_BYTES, type MappedFile } from './mapped-file.ts';
import { DamagedError, isOnAnotherPage, type PageCheck } from './page-sums.ts';

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
  readonly name: string;
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
  #rowWindow = 0;
  #rowStart = 0;
  readonly #file: MappedFile;
  readonly #positions: Part;
  readonly #prefixes: Part;
  readonly #reader = new VarintReader();
  readonly #pages: PageCheck;

  /** @throws {RangeError} if the file lacks a part of the table */
  constructor(name: string, file: MappedFile, pages: PageCheck, { rows, positions, prefixes, bytes }: TableParts) {
    this.name = name;
    this.#file = file;
    this.#pages = pages;
    this.count = rows;
    this.size = bytes;
    this.#positions = createPart(file, positions, rows * POSITION_BYTES);
    this.#prefixes = createPart(file, prefixes, Math.ceil(rows / PREFIX_ROWS) * PREFIX_BYTES);
  }

  /** Goes to a row, counted from 0. @throws {DamagedError} if bytes of the row, or its position, are damaged */
  seek(row: number): void {
    const { window, start } = this.#positions;
    const at = POSITION_BYTES * row;
    if (row >= this.count) throw new DamagedError(this.name, start + at, `it has no row ${row}`);
    this.#pages.check(window, start + at, start + at + POSITION_BYTES, this.name);
    this.#locate(row);
    const [rowWindow, rowStart] = [this.#rowWindow, this.#rowStart];
    // The first page is sound before a length in it decides how many more are checked.
    this.#pages.check(rowWindow, rowStart, rowStart, this.name);
    if (this.valueEnd > this.bytes.length)
      throw new DamagedError(this.name, rowWindow * WINDOW_BYTES + rowStart, `row ${row} is longer than the file`);
    if (isOnAnotherPage(rowStart, this.valueEnd)) this.#pages.check(rowWindow, rowStart, this.valueEnd, this.name);
  }

  /** Goes to a row without a check of its bytes. @throws {RangeError} if its lengths are not in the file */
  #locate(row: number): void {
    const { view } = this.#positions;
    const at = POSITION_BYTES * row;
    const low = view.getUint32(at, true);
    this.#rowWindow = (view.getUint8(at + 4) << (32 - WINDOW_BITS)) | (low >>> WINDOW_BITS);
    this.#rowStart = low & WINDOW_MASK;
    const bytes = this.#file.windows[this.#rowWindow] ?? NO_BYTES;
    this.bytes = bytes;
    const reader = this.#reader.open(bytes, this.#rowStart);
    const keyBytes = reader.next();
    this.keyStart = reader.at;
    reader.at += keyBytes;
    this.keyEnd = reader.at;
    const valueBytes = reader.next();
    this.valueStart = reader.at;
    this.valueEnd = reader.at + valueBytes;
  }

  /** Whether the bytes `from` to `to` of the file contain a part of the table. Positions are read as they are, damaged or not. */
  overlaps(from: number, to: number): boolean {
    const arrays = [this.#positions, this.#prefixes];
    const isInArray = ({ view, window, start }: Part): boolean => {
      const position = window * WINDOW_BYTES + start;
      return position < to && position + view.byteLength > from;
    };
    if (arrays.some(isInArray)) return true;
    // Rows are in the order of their positions. The last one that begins before the end may reach into the bytes.
    let [first, behind] = [0, this.count];
    while (first < behind) {
      const middle = (first + behind) >>> 1;
      if (this.#readPosition(middle) < to) first = middle + 1;
      else behind = middle;
    }
    return first > 0 && this.#readPosition(first - 1) + this.#measureRow(first - 1) > from;
  }

  #readPosition(row: number): number {
    const { view } = this.#positions;
    return view.getUint32(POSITION_BYTES * row, true) + 2 ** 32 * view.getUint8(POSITION_BYTES * row + 4);
  }

  /** Returns the number of bytes of a row, as its lengths say; 0 if they cannot be read. */
  #measureRow(row: number): number {
    const position = this.#readPosition(row);
    const start = position % WINDOW_BYTES;
    try {
      const reader = this.#reader.open(this.#file.windows[Math.floor(position / WINDOW_BYTES)] ?? NO_BYTES, start);
      const keyBytes = reader.next();
      reader.at += keyBytes;
      const valueBytes = reader.next();
      return reader.at + valueBytes - start;
    } catch (error) {
      if (error instanceof RangeError) return 0;
      throw error;
    }
  }

  /** Returns the first row whose key is not before `key`; the number of rows without such a row. */
  firstFrom(key: Uint8Array): number {
    const row = this.#probable(key);
    return this.#isFirst(row, key) ? row : this.#firstOfSound(key);
  }

  /** Goes to the row of a key. Returns false if the table lacks the key. */
  find(key: Uint8Array): boolean {
    const row = this.#probable(key);
    if (row < this.count && this.#compare(row, key) === 0) return true;
    if (this.#isFirst(row, key)) return false;
    const first = this.#firstOfSound(key);
    return first < this.count && this.#compare(first, key) === 0;
  }

  /** Whether a row is the first from a key on. Damaged bytes never make two sound neighbours with the key between them. */
  #isFirst(row: number, key: Uint8Array): boolean {
    return (row === 0 || this.#compare(row - 1, key) < 0) && (row === this.count || this.#compare(row, key) >= 0);
  }

  /** Returns what {@linkcode firstFrom} does, and checks all bytes on the way. @throws {DamagedError} if they are damaged */
  #firstOfSound(key: Uint8Array): number {
    const { view, window, start } = this.#prefixes;
    this.#pages.check(window, start, start + view.byteLength, this.name);
    return this.#search(key, true);
  }

  /** Returns what {@linkcode firstFrom} does; another row if bytes are damaged. */
  #probable(key: Uint8Array): number {
    try {
      return this.#search(key, false);
    } catch (error) {
      if (error instanceof RangeError) return this.count;
      throw error;
    }
  }

  #search(key: Uint8Array, isChecked: boolean): number {
    const high = wordAt(key, 0);
    const low = wordAt(key, 4);
    const { view } = this.#prefixes;
    const group = firstFrom(view, 0, high, low, false);
    // The rows before the group begin with a key that is before `key`; those from `behind` on are after it.
    let from = group === 0 ? 0 : (group - 1) * PREFIX_ROWS + 1;
    const behind = firstFrom(view, group, high, low, true);
    let to = Math.min(this.count, behind * PREFIX_ROWS);
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isChecked) this.seek(middle);
      else this.#locate(middle);
      if (compareKeys(this.bytes, this.keyStart, this.keyEnd, key) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Goes to a row. Returns how its key compares with another: negative if it is before that. */
  #compare(row: number, key: Uint8Array): number {
    this.seek(row);
    return compareKeys(this.bytes, this.keyStart, this.keyEnd, key);
  }

  /** Returns the value of a key, valid until the file is closed; undefined if the table lacks the key. */
  get(key: Uint8Array): Buffer | undefined {
    return this.find(key) ? this.bytes.subarray(this.valueStart, this.valueEnd) : undefined;
  }

  /** Returns a copy of a row. */
  rowAt(row: number): Row {
    this.seek(row);
    return this.copyRow();
  }

  /** Returns a copy of the row of the last `seek`. */
  copyRow(): Row {
    const { bytes, keyStart, keyEnd, valueStart, valueEnd } = this;
    // One copy: each further buffer takes longer than its bytes.
    const row = Buffer.from(bytes.subarray(keyStart, valueEnd));
    return { key: row.subarray(0, keyEnd - keyStart), value: row.subarray(valueStart - keyStart) };
  }
}

const NO_BYTES = Buffer.alloc(0);

/** An array of a table: its bytes, and where they are in a window. */
interface Part {
  readonly view: DataView;
  readonly window: number;
  readonly start: number;
}

function createPart(file: MappedFile, position: number, length: number): Part {
  const view = toDataView(file.slice(position, length));
  return { view, window: Math.floor(position / WINDOW_BYTES), start: position % WINDOW_BYTES };
}

/** Returns a view of the same memory. */
export function toDataView({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
