import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { InputError, toErrorMessage } from '../../../model/index.ts';
import { importUnlessMade, type DueImport, type ImportOutcome, type RegisterImport } from '../import.ts';
import type { ImportResult, ImportTask } from './import-task.ts';

/** Number of bytes of files from which an import has a thread: it starts in the time that 4 MB take, or one of zipped files. */
const THREAD_BYTES_MIN = 4 * 1024 * 1024;
/** Maximum number of threads: the largest register takes most of the time. */
const THREADS_MAX = 4;
/** Number of bytes of free memory that a thread needs. */
const THREAD_MEMORY_BYTES = 300 * 1024 * 1024;

/** An import that waits for a thread. */
interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

/** Imports registers: several with large files at the same time, and the others one after another. */
export class ParallelImports {
  readonly #threadsMax = Math.min(
    THREADS_MAX,
    availableParallelism(),
    Math.floor(process.availableMemory() / THREAD_MEMORY_BYTES),
  );
  #threads = 0;
  #waiting: Waiting[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** Imports files of a register, unless its inputs, options and program are unchanged. */
  async import(register: string, options: WithSignal, isForced: boolean): Promise<ImportOutcome> {
    const bytes = countBytes(options.inputs);
    if (this.#threadsMax > 1 && bytes >= THREAD_BYTES_MIN) {
      await this.#freeThread(bytes);
      try {
        // A thread costs more than the comparison that most nights end with.
        return await importUnlessMade(register, options, isForced, (due) => importInThread(register, options, due));
      } finally {
        this.#threads--;
        this.#startLargest();
      }
    }
    const imported = this.#last.then(() => importUnlessMade(register, options, isForced));
    this.#last = imported.catch(() => undefined);
    return await imported;
  }

  /** Waits until a thread is free for an import of the size. */
  async #freeThread(bytes: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ bytes, start: resolve });
    // Once the others that can start now are waiting, too.
    setImmediate(() => this.#startLargest());
    await promise;
  }

  /** Starts the largest imports: the last ones to end are then small, and no thread is idle for long. */
  #startLargest(): void {
    this.#waiting = this.#waiting.toSorted((a, b) => b.bytes - a.bytes);
    for (; this.#threads < this.#threadsMax && this.#waiting.length > 0; this.#threads++)
      this.#waiting.shift()?.start();
  }
}

type WithSignal = RegisterImport & { readonly signal: AbortSignal };

/** The number of bytes of the files that exist. */
function countBytes(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** Imports files in a thread. If the signal aborts, the promise is rejected with its reason once the thread has removed its files. */
async function importInThread(
  register: string,
  { signal, ...options }: WithSignal,
  due: DueImport,
): Promise<ImportOutcome> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<ImportResult>();
  const task: ImportTask = { register, options, due, isTerminal: process.stderr.isTTY };
  let result: ImportResult | undefined;
  const worker = new Worker(new URL('./import-thread.ts', import.meta.url), { workerData: task })
    .on('message', (message: ImportResult) => (result = message))
    .on('error', reject)
    .on('exit', () => {
      if (result === undefined) reject(new Error(`The thread that imports ${register} ended before its work was done`));
      else resolve(result);
    });
  const interrupt = (): void => worker.postMessage(toErrorMessage(signal.reason));
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    const ended = await promise;
    if ('outcome' in ended) return ended.outcome;
    signal.throwIfAborted();
    throw new InputError(ended.fault);
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}
