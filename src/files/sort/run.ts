import { closeSync, openSync, readSync } from 'node:fs';
import type { AppendFile } from './append-file.ts';

/** A record of a sorted stream. The buffers are valid only until the next record is read. */
export interface SortedRecord {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** A record in a run: the lengths of its key and its value, four bytes each, then both. */
export const HEADER_BYTES = 8;
const READ_BYTES = 256 * 1024;

/** The length of the record at `offset`, header included. */
export function recordBytes(buffer: Buffer, offset: number): number {
  return HEADER_BYTES + buffer.readUInt32LE(offset) + buffer.readUInt32LE(offset + 4);
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

export function appendRecord(run: AppendFile, { key, value }: SortedRecord): void {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32LE(key.length, 0);
  header.writeUInt32LE(value.length, 4);
  for (const bytes of [header, key, value]) run.append(bytes);
}

/** Reads one run. The whole current record is in `buffer` at `offset`. */
class RunReader {
  readonly #descriptor: number;
  #end = 0;
  buffer: Buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  offset = 0;
  prefix = 0;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
  }

  /** Moves to the next record; false at the end of the run. */
  next(isFirst = false): boolean {
    if (!isFirst) this.offset += recordBytes(this.buffer, this.offset);
    if (!this.#fill(HEADER_BYTES)) return false;
    if (!this.#fill(recordBytes(this.buffer, this.offset)))
      throw new Error('Cannot read a run file of a sort: it ends inside a record');
    this.prefix = prefixNumber(this.buffer, this.offset);
    return true;
  }

  #fill(neededBytes: number): boolean {
    if (this.#end - this.offset >= neededBytes) return true;
    const target = neededBytes > this.buffer.length ? Buffer.allocUnsafeSlow(neededBytes * 2) : this.buffer;
    this.buffer.copy(target, 0, this.offset, this.#end);
    this.#end -= this.offset;
    this.offset = 0;
    this.buffer = target;
    while (this.#end < target.length) {
      const read = readSync(this.#descriptor, target, this.#end, target.length - this.#end, null);
      if (read === 0) break;
      this.#end += read;
    }
    return this.#end >= neededBytes;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function isBefore(a: RunReader, b: RunReader): boolean {
  return a.prefix === b.prefix ? compareRecords(a.buffer, a.offset, b.buffer, b.offset) < 0 : a.prefix < b.prefix;
}

/** Merges sorted runs with a binary heap of their readers. */
export function* mergeRuns(paths: readonly string[]): Generator<SortedRecord, void, undefined> {
  const opened: RunReader[] = [];
  try {
    const heap: RunReader[] = [];
    for (const path of paths) {
      const reader = new RunReader(path);
      opened.push(reader);
      if (reader.next(true)) heap.push(reader);
    }
    for (let i = (heap.length >> 1) - 1; i >= 0; i--) siftDown(heap, i);
    for (;;) {
      const first = heap[0];
      if (first === undefined) return;
      yield recordAt(first.buffer, first.offset);
      if (!first.next()) {
        const last = heap.pop();
        if (last === undefined || heap.length === 0) return;
        heap[0] = last;
      }
      siftDown(heap, 0);
    }
  } finally {
    for (const reader of opened) reader.close();
  }
}

function siftDown(heap: RunReader[], start: number): void {
  const moving = heap[start];
  if (moving === undefined) return;
  let at = start;
  for (;;) {
    let child = 2 * at + 1;
    const left = heap[child];
    if (left === undefined) break;
    let smaller = left;
    const right = heap[child + 1];
    if (right !== undefined && isBefore(right, left)) {
      child++;
      smaller = right;
    }
    if (!isBefore(smaller, moving)) break;
    heap[at] = smaller;
    at = child;
  }
  heap[at] = moving;
}
