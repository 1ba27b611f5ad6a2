import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { RecordThread, readSorted, type YieldIfDue } from '../../files/index.ts';
import type { TableWriter } from '../file/table-writer.ts';
import type { PrefixFilterBuilder } from '../index/prefix-filter.ts';
import type { ScannedCompany } from '../read/companies.ts';
import type { SnapshotReader } from '../read/reader.ts';
import type { KeptNumbers } from './kept-numbers.ts';
import type { KeptRanks } from './kept-ranks.ts';
import { SameNumbers } from './same-numbers.ts';
import { NumberTreesWork, type NumberTrees, type NumberTreesTask } from './number-trees.ts';

/** Number of companies of the previous snapshot from which the thread starts at once: it takes 50 ms to start, their numbers 5 µs each. */
const KEPT_OF_THREAD = 20_000;

/** Writes the radix trees of the numbers of companies. A thread builds them, if there are many, while other tables are written. */
export class NumberWriter {
  readonly #thread: RecordThread<NumberTrees>;
  #kept: NumberTreesTask['kept'];
  #same: SameNumbers | undefined;

  /** @param directory where it creates and removes files */
  constructor(directory: string) {
    const task = (): NumberTreesTask => ({ directory, kept: this.#kept });
    this.#thread = new RecordThread(
      () => new Worker(new URL('./number-thread.ts', import.meta.url), { workerData: task() }),
      () => new NumberTreesWork(task()),
    );
  }

  /** Takes the numbers of companies over; their ranks may be set until `finish`. To be called before `add`. */
  keep({ reader, path, branchRanks, ranks }: KeptNumbers<KeptRanks> & { readonly reader: SnapshotReader }): void {
    this.#same = new SameNumbers(reader, ranks);
    this.#kept = { path, branchRanks, ranks: ranks.shared };
    if (ranks.count >= KEPT_OF_THREAD) this.#thread.start();
  }

  /** Notes a company of the previous snapshot that is not taken over. */
  noteBefore({ rank, places }: Pick<ScannedCompany, 'rank' | 'places'>): void {
    this.#same?.noteBefore(rank, places);
  }

  /** Adds the numbers of a company that is not taken over, from its entry in `ids` with its rank, at its places in countries. */
  add(id: Uint8Array, entry: Buffer, places: Buffer): void {
    if (this.#same?.note(id, { entry, places }) !== true) this.#thread.add(entry, places);
  }

  /** Returns a promise to await before more companies are added, if the thread is far behind. */
  whenReady(): Promise<void> | undefined {
    return this.#thread.whenReady();
  }

  /** Returns the trees, while other tables are written. */
  finish(signal?: AbortSignal): Promise<NumberTrees> {
    this.#same?.finish((entry, places) => this.#thread.add(entry, places));
    const trees = this.#thread.finish(signal);
    // It is awaited later, unless a table cannot be written.
    trees.catch(() => undefined);
    return trees;
  }

  /** Writes the trees, and adds the numbers to the filter. */
  async write(
    writer: TableWriter,
    { path, prefixes }: NumberTrees,
    filter: PrefixFilterBuilder,
    yieldIfDue: YieldIfDue,
  ): Promise<void> {
    for (const prefix of prefixes) filter.add(Buffer.from(prefix, 'latin1'));
    for (const { key, value } of readSorted(path)) {
      writer.put('numbers', key, value);
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    rmSync(path);
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread.close();
  }
}
