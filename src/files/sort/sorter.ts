import { rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { doubled } from './doubled.ts';
import { HEADER_BYTES, mergeRuns, recordAt, writeRecord, writeRun, type Place, type SortedRecord } from './run.ts';
import { SORTED_RECORDS_MAX, sortOffsets } from './sort-offsets.ts';

interface SorterOptions {
  /** The folder for spilled runs; it must exist. The files are removed when the sorted stream ends or is abandoned. */
  readonly directory: string;
  /** The prefix of the files' names, unique within the folder. */
  readonly name: string;
  /** Memory for records before a run is spilled, in bytes. Default: 32 MB. */
  readonly memoryBytes?: number;
}

const MEMORY_BYTES_DEFAULT = 32 * 1024 * 1024;
/** `memoryBytes` of the sorters of a snapshot's tables: 64 MB less for 1 % of CPU. The sorter of whole companies has the default. */
export const SHARED_MEMORY_BYTES = MEMORY_BYTES_DEFAULT / 2;
/** Initial size of the buffer in bytes. */
const FIRST_BYTES = 64 * 1024;
/** Maximum number of runs that are merged at once: each has a block of 256 KB in memory. More runs are merged in several passes. */
const FAN_IN_MAX = 256;

/**
 * An external merge sort: takes records in any order and returns them ordered by the bytes of the key, then of the value. Memory is
 * bounded by `memoryBytes` and the index; the rest is in run files. Synchronous, because builds have nothing else to do.
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
    this.#arena = Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, this.#options.memoryBytes));
  }

  /** Adds a record; the bytes are copied. */
  add(key: Uint8Array, value: Uint8Array): void {
    const size = HEADER_BYTES + key.length + value.length;
    const isFull = this.#used + size > this.#options.memoryBytes || this.#count === SORTED_RECORDS_MAX;
    if (isFull && this.#count > 0) this.#spill();
    if (this.#used + size > this.#arena.length) this.#growArena(this.#used + size);
    if (this.#count === this.#offsets.length) this.#offsets = doubled(this.#offsets);
    this.#offsets[this.#count++] = this.#used;
    this.#used = writeRecord(this.#arena, this.#used, key, value);
  }

  /** Yields every record in order, then releases memory and files. Call it once; nothing can be added afterwards. */
  *sorted(): Generator<SortedRecord, void, undefined> {
    for (const { buffer, offset } of this.#places()) yield recordAt(buffer, offset);
  }

  /** Writes every record in order to a new file, which `readSorted` reads, in place of `sorted`. */
  save(path: string): void {
    writeRun(path, this.#places());
  }

  *#places(): Generator<Place, void, undefined> {
    try {
      if (this.#runs.length > 0) {
        if (this.#count > 0) this.#spill();
        this.#release();
        while (this.#runs.length > FAN_IN_MAX) this.#mergeOldestRuns();
      }
      yield* this.#runs.length > 0 ? mergeRuns(this.#runs) : this.#recordsInMemory();
    } finally {
      this.#release();
      // `force`, because a run that could not be opened has no file, and that error must not be hidden by another.
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

  *#recordsInMemory(): Generator<Place, void, undefined> {
    const buffer = this.#arena;
    const offsets = this.#offsets.subarray(0, this.#count);
    sortOffsets(buffer, offsets);
    for (const offset of offsets) yield { buffer, offset };
  }

  #spill(): void {
    writeRun(this.#nextRunPath(), this.#recordsInMemory());
    this.#used = 0;
    this.#count = 0;
  }

  #mergeOldestRuns(): void {
    // Merges the smallest number of runs that leaves few enough runs for the last merge.
    const merged = this.#runs.splice(0, Math.min(FAN_IN_MAX, this.#runs.length - FAN_IN_MAX + 1));
    try {
      writeRun(this.#nextRunPath(), mergeRuns(merged));
    } finally {
      for (const path of merged) unlinkSync(path);
    }
  }

  #nextRunPath(): string {
    const path = join(this.#options.directory, `${this.#options.name}-${this.#runNumber++}.run`);
    this.#runs.push(path);
    return path;
  }
}

/** Yields the records that a sorter has saved. */
export function* readSorted(path: string): Generator<SortedRecord, void, undefined> {
  for (const { buffer, offset } of mergeRuns([path])) yield recordAt(buffer, offset);
}
