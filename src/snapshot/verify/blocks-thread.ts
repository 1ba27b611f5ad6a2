import { Worker } from 'node:worker_threads';
import { InputError } from '../../model/index.ts';
import { CompanySums } from './company-sums.ts';
import type { BlocksResult, BlocksTask, FoundInBlocks } from './verify-blocks.ts';
import type { VerifiedParts } from './verify-details.ts';

/** A thread that verifies the blocks of a snapshot. */
export class BlocksThread {
  readonly #worker: Worker;
  /** Rejects with an `InputError` that names a fault, with the error of the thread, or with the reason of the signal. */
  readonly found: Promise<FoundInBlocks>;

  constructor(path: string, parts: VerifiedParts, signal: AbortSignal | undefined) {
    const { promise, resolve, reject } = Promise.withResolvers<FoundInBlocks>();
    this.found = promise;
    // A rejection before `found` is awaited would end the process.
    promise.catch(() => undefined);
    if (signal?.aborted === true) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    this.#worker = new Worker(new URL('./verify-thread.ts', import.meta.url), {
      workerData: { path, ...parts } satisfies BlocksTask,
    })
      .on('message', (result: BlocksResult) => {
        if ('fault' in result) reject(new InputError(result.fault));
        else resolve({ rows: result.rows, sums: new CompanySums(result.sums) });
      })
      .on('error', reject)
      .on('exit', () => reject(new Error(`The thread that verifies "${path}" ended before its work was done`)));
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
