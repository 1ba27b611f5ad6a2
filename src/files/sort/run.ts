import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { withPath } from '../faults.ts';

/** A record of a sorted stream. The buffers are valid only until the next record is read. */
export interface SortedRecord {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Number of bytes before the key of a record in a run: the lengths of the key and the value, four bytes each. */
export const HEADER_BYTES = 8;

/** Maximum bytes of whole records that are compressed together. A larger record is a separate block. */
const BLOCK_BYTES = 256 * 1024;
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const DECOMPRESSION = { chunkSize: BLOCK_BYTES };

/** The length of the record at `offset`, header included. */
export function recordBytes(buffer: Buffer, offset: number): number {
  return HEADER_BYTES + buffer.readUInt32LE(offset) + buffer.readUInt32LE(offset + 4);
}

/** Writes a record. Returns its end. */
export function writeRecord(target: Buffer, offset: number, key: Uint8Array, value: Uint8Array): number {
  target.writeUInt32LE(key.length, offset);
  target.writeUInt32LE(value.length, offset + 4);
  target.set(key, offset + HEADER_BYTES);
  target.set(value, offset + HEADER_BYTES + key.length);
  return offset + HEADER_BYTES + key.length + value.length;
}

export function recordAt(buffer: Buffer, offset: number): SortedRecord {
  const keyStart = offset + HEADER_BYTES;
  const keyEnd = keyStart + buffer.readUInt32LE(offset);
  return {
    key: buffer.subarray(keyStart, keyEnd),
    value: buffer.subarray(keyEnd, keyEnd + buffer.readUInt32LE(offset + 4)),
  };
}

/** The first six bytes of the key as a number, padded with zero bytes. */
export function prefixNumber(buffer: Buffer, offset: number): number {
  const keyLength = buffer.readUInt32LE(offset);
  const start = offset + HEADER_BYTES;
  if (keyLength >= 6) return buffer.readUIntBE(start, 6);
  return keyLength === 0 ? 0 : buffer.readUIntBE(start, keyLength) * 2 ** (8 * (6 - keyLength));
}

/** Compares two records of equal prefixes by the bytes of the key, then of the value. */
export function compareRecords(a: Buffer, aOffset: number, b: Buffer, bOffset: number): number {
  const aKey = aOffset + HEADER_BYTES;
  const bKey = bOffset + HEADER_BYTES;
  const aValue = aKey + a.readUInt32LE(aOffset);
  const bValue = bKey + b.readUInt32LE(bOffset);
  return (
    a.compare(b, bKey, bValue, aKey, aValue) ||
    a.compare(b, bValue, bValue + b.readUInt32LE(bOffset + 4), aValue, aValue + a.readUInt32LE(aOffset + 4))
  );
}

/** A record of a run: it begins at `offset`. */
export interface Place {
  readonly buffer: Buffer;
  readonly offset: number;
}

/** Writes a run of sorted records to a new file: blocks of records, each compressed and preceded by its length, four bytes. */
export function writeRun(path: string, records: Iterable<Place>): void {
  const descriptor = openSync(path, 'wx');
  const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let used = 0;
  try {
    for (const { buffer, offset } of records) {
      const length = recordBytes(buffer, offset);
      if (used > 0 && used + length > BLOCK_BYTES) {
        writeBlock(descriptor, block.subarray(0, used));
        used = 0;
      }
      if (length > BLOCK_BYTES) writeBlock(descriptor, buffer.subarray(offset, offset + length));
      else used += buffer.copy(block, used, offset, offset + length);
    }
    if (used > 0) writeBlock(descriptor, block.subarray(0, used));
  } catch (error) {
    throw withPath(error, path);
  } finally {
    closeSync(descriptor);
  }
}

function writeBlock(descriptor: number, block: Buffer): void {
  const compressed = zstdCompressSync(block, COMPRESSION);
  const bytes = Buffer.allocUnsafeSlow(4 + compressed.length);
  bytes.writeUInt32LE(compressed.length, 0);
  bytes.set(compressed, 4);
  writeFileSync(descriptor, bytes);
}

/** Reads one run. The whole current record is in `buffer` at `offset`. */
class RunReader implements Place {
  readonly #descriptor: number;
  buffer: Buffer = Buffer.alloc(0);
  offset = 0;
  prefix = 0;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
  }

  /** Moves to the next record; false at the end of the run. */
  next(): boolean {
    if (this.offset < this.buffer.length) this.offset += recordBytes(this.buffer, this.offset);
    if (this.offset === this.buffer.length && !this.#readBlock()) return false;
    this.prefix = prefixNumber(this.buffer, this.offset);
    return true;
  }

  /** Reads the next block; false at the end of the run. */
  #readBlock(): boolean {
    const length = this.#read(4);
    if (length.length === 0) return false;
    const bytes = length.length === 4 ? length.readUInt32LE(0) : 0;
    const compressed = this.#read(bytes);
    if (bytes === 0 || compressed.length < bytes)
      throw new Error('Cannot read a run file of a sort: it ends inside a block');
    this.buffer = zstdDecompressSync(compressed, DECOMPRESSION);
    this.offset = 0;
    return true;
  }

  /** The next bytes of the file; fewer at its end. */
  #read(bytes: number): Buffer {
    const buffer = Buffer.allocUnsafeSlow(bytes);
    let filled = 0;
    for (let read = -1; filled < bytes && read !== 0; filled += read)
      read = readSync(this.#descriptor, buffer, filled, bytes - filled, null);
    return buffer.subarray(0, filled);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function isBefore(a: RunReader, b: RunReader): boolean {
  return a.prefix === b.prefix ? compareRecords(a.buffer, a.offset, b.buffer, b.offset) < 0 : a.prefix < b.prefix;
}

/** Merges sorted runs. A record is valid until the next one is read. */
export function* mergeRuns(paths: readonly string[]): Generator<Place, void, undefined> {
  const opened: RunReader[] = [];
  /** The reader of the first record is last. */
  const ahead: RunReader[] = [];
  try {
    for (const path of paths) {
      const reader = new RunReader(path);
      opened.push(reader);
      if (reader.next()) insert(ahead, reader);
    }
    for (let first = ahead.pop(); first !== undefined; first = ahead.pop()) {
      yield first;
      if (first.next()) insert(ahead, first);
    }
  } finally {
    for (const reader of opened) reader.close();
  }
}

/** Inserts a reader among others in descending order of their records. */
function insert(ahead: RunReader[], reader: RunReader): void {
  let from = 0;
  for (let to = ahead.length; from < to;) {
    const middle = (from + to) >>> 1;
    const other = ahead[middle];
    if (other !== undefined && isBefore(reader, other)) from = middle + 1;
    else to = middle;
  }
  ahead.splice(from, 0, reader);
}
