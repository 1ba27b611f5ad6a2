import { Worker } from 'node:worker_threads';
import type { MatchedRow, MatcherTask, WantedCompany } from './match-rows.ts';

/** Threads that match rows. A new thread starts only when all others are busy, so a short list starts one thread. */
export class MatcherPool {
  readonly #task: MatcherTask;
  readonly #threadsMax: number;
  readonly #threads: Worker[] = [];
  readonly #idle: Worker[] = [];
  readonly #waiting: ((thread: Worker) => void)[] = [];

  constructor(task: MatcherTask, threadsMax: number) {
    this.#task = task;
    this.#threadsMax = threadsMax;
  }

  /** Matches a batch. Rejects if its thread fails. */
  async match(rows: readonly WantedCompany[]): Promise<MatchedRow[]> {
    const thread = await this.#free();
    const { promise, resolve, reject } = Promise.withResolvers<MatchedRow[]>();
    thread.once('message', resolve).once('error', reject);
    thread.postMessage(rows);
    try {
      return await promise;
    } finally {
      thread.off('message', resolve).off('error', reject);
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(thread);
      else next(thread);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  async #free(): Promise<Worker> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#threads.length === this.#threadsMax)
      return await new Promise((resolve) => {
        this.#waiting.push(resolve);
      });
    const started = new Worker(new URL('./matcher-thread.ts', import.meta.url), { workerData: this.#task });
    this.#threads.push(started);
    return started;
  }
}
