import { rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { HEAD_BYTES, RunWriter, compareRecords, mergeRuns, prefixNumber, recordAt, recordBytes } from './run.ts';
import type { SortedRecord } from './run.ts';

export interface SorterOptions {
  /** Where runs are spilled; it must exist. The files are gone once the sorted stream ends or is abandoned. */
  readonly directory: string;
  /** Prefix of the spilled files' names, unique within the directory. */
  readonly name: string;
  /** Memory for records before a run is spilled, in bytes. */
  readonly memoryBytes?: number;
}

const MEMORY_BYTES_DEFAULT = 64 * 1024 * 1024;
/** An index entry costs 12 bytes, so very small records are bounded by count as well. */
const RECORDS_PER_RUN_MAX = 2_000_000;
/** Merging more runs at once would need more read buffers than the memory allows; then runs are merged in passes. */
const FAN_IN_MAX = 128;

/**
 * An external merge sort: takes any number of records in any order and gives them back in the order of their bytes,
 * key first, then value. Equal sets of records come out equal, whatever the order they went in. Memory is bounded by
 * `memoryBytes` plus one index; everything else lies in run files.
 *
 * It is synchronous: it serves builds, which wait for nothing but the disk.
 */
export class Sorter {
  readonly #options: Required<SorterOptions>;
  #arena: Buffer;
  #used = 0;
  #offsets: Uint32Array = new Uint32Array(1024);
  #count = 0;
  readonly #runs: string[] = [];
  #runNumber = 0;

  constructor(options: SorterOptions) {
    this.#options = { memoryBytes: MEMORY_BYTES_DEFAULT, ...options };
    this.#arena = Buffer.allocUnsafeSlow(Math.min(1024 * 1024, this.#options.memoryBytes));
  }

  /** Takes a record; the bytes are copied. */
  add(key: Uint8Array, value: Uint8Array): void {
    const size = HEAD_BYTES + key.length + value.length;
    const isFull = this.#used + size > this.#options.memoryBytes || this.#count === RECORDS_PER_RUN_MAX;
    if (isFull && this.#count > 0) this.#spill();
    if (this.#used + size > this.#arena.length) this.#growArena(this.#used + size);
    if (this.#count === this.#offsets.length) {
      const grown = new Uint32Array(this.#offsets.length * 2);
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    this.#offsets[this.#count++] = this.#used;
    const arena = this.#arena;
    arena.writeUInt32LE(key.length, this.#used);
    arena.writeUInt32LE(value.length, this.#used + 4);
    arena.set(key, this.#used + HEAD_BYTES);
    arena.set(value, this.#used + HEAD_BYTES + key.length);
    this.#used += size;
  }

  /**
   * Gives every record in order and releases memory and files when done. It can be taken once; nothing can be added
   * afterwards.
   */
  *sorted(): Generator<SortedRecord, void, undefined> {
    try {
      if (this.#runs.length === 0) {
        yield* this.#fromMemory(this.#sortedOffsets());
        return;
      }
      if (this.#count > 0) this.#spill();
      this.#release();
      while (this.#runs.length > FAN_IN_MAX) this.#mergeOldestRuns();
      yield* mergeRuns(this.#runs);
    } finally {
      this.#release();
      // Of a run that could not be begun there is no file; its fault is the one to tell.
      for (const run of this.#runs.splice(0)) rmSync(run, { force: true });
    }
  }

  #growArena(neededBytes: number): void {
    const bytes = Math.max(neededBytes, Math.min(this.#arena.length * 2, this.#options.memoryBytes));
    const grown = Buffer.allocUnsafeSlow(bytes);
    this.#arena.copy(grown, 0, 0, this.#used);
    this.#arena = grown;
  }

  #release(): void {
    this.#arena = Buffer.alloc(0);
    this.#offsets = new Uint32Array(0);
    this.#used = 0;
    this.#count = 0;
  }

  #sortedOffsets(): Uint32Array {
    const arena = this.#arena;
    const offsets = this.#offsets.subarray(0, this.#count);
    // The first six bytes as one number decide nearly every comparison without touching the records.
    const prefixes = new Float64Array(this.#count);
    const order = new Uint32Array(this.#count);
    for (let i = 0; i < this.#count; i++) {
      order[i] = i;
      prefixes[i] = prefixNumber(arena, offsets[i] ?? 0);
    }
    order.sort((a, b) => {
      const difference = (prefixes[a] ?? 0) - (prefixes[b] ?? 0);
      return difference === 0 ? compareRecords(arena, offsets[a] ?? 0, arena, offsets[b] ?? 0) : difference;
    });
    return order.map((i) => offsets[i] ?? 0);
  }

  *#fromMemory(order: Uint32Array): Generator<SortedRecord, void, undefined> {
    const arena = this.#arena;
    for (const offset of order) yield recordAt(arena, offset);
  }

  #spill(): void {
    const path = this.#nextRunPath();
    const writer = new RunWriter(path);
    try {
      const arena = this.#arena;
      for (const offset of this.#sortedOffsets()) writer.write(arena, offset, offset + recordBytes(arena, offset));
    } finally {
      writer.close();
    }
    this.#used = 0;
    this.#count = 0;
  }

  #mergeOldestRuns(): void {
    const merged = this.#runs.splice(0, FAN_IN_MAX);
    const writer = new RunWriter(this.#nextRunPath());
    try {
      for (const { key, value } of mergeRuns(merged)) writer.writeRecord(key, value);
    } finally {
      writer.close();
      for (const run of merged) unlinkSync(run);
    }
  }

  #nextRunPath(): string {
    const path = join(this.#options.directory, `${this.#options.name}-${this.#runNumber++}.run`);
    this.#runs.push(path);
    return path;
  }
}
