import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { RecordThread, readSorted, type YieldIfDue } from '../../files/index.ts';
import type { TableWriter } from '../file/table-writer.ts';
import type { PrefixFilterBuilder } from '../index/prefix-filter.ts';
import { NumberTreesWork, type NumberTrees } from './number-trees.ts';

/** Writes the radix trees of the numbers of companies. A thread builds them, if there are many, while other tables are written. */
export class NumberWriter {
  readonly #thread: RecordThread<NumberTrees>;

  /** @param directory where it creates and removes files */
  constructor(directory: string) {
    this.#thread = new RecordThread(
      () => new Worker(new URL('./number-thread.ts', import.meta.url), { workerData: directory }),
      () => new NumberTreesWork(directory),
    );
  }

  /** Adds the numbers of a company, from its entry in `ids` with its rank, at its places in countries. */
  add(entry: Buffer, places: Buffer): void {
    this.#thread.add(entry, places);
  }

  /** Returns a promise to await before more companies are added, if the thread is far behind. */
  whenReady(): Promise<void> | undefined {
    return this.#thread.whenReady();
  }

  /** Returns the trees, while other tables are written. */
  finish(signal?: AbortSignal): Promise<NumberTrees> {
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
