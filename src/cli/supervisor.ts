import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { OpenedFile, OpenFile } from '../files/index.ts';
import type { LogOutput } from './log-output.ts';
import { END_MS, PING, type Found, type Order, type Report, type StartOrder } from './serving/worker.ts';

/** A worker that ran this long had started correctly, so its exit is a new fault: it is replaced at once. */
const STARTED_MS = 60_000;
/** Maximum pause before the replacement of a worker that repeatedly ends before `STARTED_MS`. The pause doubles up to this. */
const PAUSE_MS_MAX = 30_000;
const FIRST_PAUSE_MS = 100;
/** Maximum early exits in a row, which take two minutes. After more, the service ends, so that its process manager notices. */
const SHORT_LIVES_MAX = 10;
/**
 * Maximum heap of a worker, which normally needs some 40 MB. A worker that exceeds the limit ends with an error within a second; the
 * others continue. Without a limit, it would grow to gigabytes, collect garbage for minutes, and end the process.
 */
const HEAP_MB_MAX = 256;
/** Maximum time that a terminated thread may take to end. A thread that waits in a system call never ends. */
const FORCED_END_MS = 1_000;

const PING_MS = 5_000;
/** Maximum missed pings before a worker is replaced: a minute, far longer than any work in one turn of the event loop. */
const PINGS_MAX = 12;

interface ThreadState {
  readonly number: number;
  isServing: boolean;
  pings: number;
}

function startThread(options: WorkerOptions): Worker {
  return new Worker(new URL('./thread.ts', import.meta.url), options);
}

/**
 * Starts workers, which are threads of this process that run its command, and replaces each worker that ends. The first worker checks
 * settings and data and chooses the port; if it cannot start, the service ends. The others start once it serves, so that they do not
 * slow its start. SIGTERM and SIGINT let requests finish; a second signal ends the process at once; SIGHUP refreshes all workers.
 *
 * The supervisor reads neither settings nor data, so little in it can fail.
 */
export class Supervisor {
  readonly #count: number;
  readonly #startThread: (options: WorkerOptions) => Worker;
  readonly #firstPauseMs: number;
  readonly #pingMs: number;
  readonly #threads = new Map<Worker, ThreadState>();
  /** Number of early exits in a row, by worker number. */
  readonly #shortLives = new Map<number, number>();
  /**
   * The snapshot that workers accepted last. The supervisor holds it open because the system closes the files of a thread that ends, and
   * all workers may end. A new worker opens this file, not the file at the path, which the other workers may have refused.
   */
  #served: OpenedFile | undefined;
  /** Resolves when the file that a worker reported last is open. */
  #holding = Promise.resolve();
  #found: Found | undefined;
  #log: Logger | undefined;
  #output: LogOutput | undefined;
  #isStopping = false;

  constructor(
    count: number,
    start: (options: WorkerOptions) => Worker = startThread,
    firstPauseMs: number = FIRST_PAUSE_MS,
    pingMs: number = PING_MS,
  ) {
    this.#count = count;
    this.#startThread = start;
    this.#firstPauseMs = firstPauseMs;
    this.#pingMs = pingMs;
  }

  start(): void {
    this.#startWorker(1);
    const onStop = (signal: NodeJS.Signals): void => {
      // A second signal finds no listener and ends the process with all its threads.
      process.off('SIGTERM', onStop).off('SIGINT', onStop);
      this.#log?.info({ signal, seconds: this.#found?.shutdownSeconds }, 'stopping: requests under way may finish');
      this.#stop(0);
    };
    process.on('SIGTERM', onStop).on('SIGINT', onStop);
    process.on('SIGHUP', () => this.#orderServing('refresh'));
  }

  #startWorker(number: number): void {
    const workerData: StartOrder = { worker: number, found: this.#found };
    const thread = this.#startThread({
      argv: process.argv.slice(2),
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    });
    const state: ThreadState = { number, isServing: false, pings: 0 };
    const startedMs = performance.now();
    let fault: unknown;
    this.#threads.set(thread, state);
    thread.on('message', ({ found, served, asksServed, hasFetched, turns }: Report) => {
      if (turns === true) state.pings = 0;
      if (served !== undefined) this.#holding = this.#holding.then(() => this.#hold(served));
      // The worker expects only this reply: other messages are sent once it serves.
      if (asksServed === true) void this.#holding.then(() => this.#replyServed(thread));
      if (hasFetched === true) this.#orderServing('look');
      if (found === undefined) return;
      state.isServing = true;
      // Data that was fetched during its start was reported only to the other workers.
      thread.postMessage((this.#isStopping ? 'stop' : 'look') satisfies Order);
      if (this.#found === undefined) void this.#onFirst(found);
    });
    thread.on('error', (error: unknown) => (fault = error));
    thread.on('exit', (code) => {
      this.#threads.delete(thread);
      this.#onExit(number, code, performance.now() - startedMs, fault);
    });
  }

  #replyServed(thread: Worker): void {
    thread.postMessage(this.#served && { path: this.#served.path, signature: this.#served.signature });
  }

  async #hold({ path, signature }: OpenFile): Promise<void> {
    const { OpenedFile } = await import('./serving/once-served.ts');
    let opened;
    try {
      opened = new OpenedFile(path);
    } catch {
      // The worker has closed the file because it already serves a newer one, or this system cannot reopen an open file.
      return;
    }
    const [held, other] = opened.signature === signature ? [opened, this.#served] : [this.#served, opened];
    this.#served = held;
    void other?.close();
  }

  async #onFirst(found: Found): Promise<void> {
    this.#found = found;
    for (let number = 2; number <= this.#count; number++) this.#startWorker(number);
    setInterval(() => this.#ping(), this.#pingMs);
    const { openLog } = await import('./log.ts');
    ({ log: this.#log, output: this.#output } = openLog(found.logLevel, found.logFormat, true));
  }

  #onExit(worker: number, code: number, livedMs: number, fault: unknown): void {
    if (this.#isStopping) {
      if (this.#threads.size === 0) this.#end();
      return;
    }
    if (this.#found === undefined) {
      // The first worker has reported its fault, unless nothing in it caught the error.
      if (fault instanceof Error) process.stderr.write(`openfirma: ${fault.stack}\n`);
      this.#stop(code > 0 ? code : 1);
      return;
    }
    const shortLives = livedMs < STARTED_MS ? (this.#shortLives.get(worker) ?? 0) + 1 : 0;
    this.#shortLives.set(worker, shortLives);
    const facts = { worker, code, seconds: Math.round(livedMs / 1000), ...(fault !== undefined && { err: fault }) };
    if (shortLives > SHORT_LIVES_MAX) {
      this.#log?.fatal(facts, 'a worker ended early again and again: stopping');
      this.#stop(1);
      return;
    }
    void this.#replace(worker, shortLives, facts);
  }

  /** Starts a worker in place of one that ended: at once after its first early exit, later after more. */
  async #replace(worker: number, shortLives: number, facts: object): Promise<void> {
    const { backoffMs } = await import('./serving/once-served.ts');
    const pauses = { firstMs: this.#firstPauseMs, maxMs: PAUSE_MS_MAX };
    const pauseMs = shortLives <= 1 ? 0 : backoffMs(shortLives - 1, pauses);
    this.#log?.error({ ...facts, pause_ms: pauseMs }, 'a worker ended and is replaced');
    setTimeout(() => {
      if (!this.#isStopping) this.#startWorker(worker);
    }, pauseMs);
  }

  /** Ends each worker whose event loop is blocked, for instance by an endless loop: its connections would never get a response. */
  #ping(): void {
    if (this.#isStopping) return;
    for (const [thread, state] of this.#threads) {
      if (!state.isServing) continue;
      if (state.pings++ !== PINGS_MAX) {
        thread.postMessage(PING);
        continue;
      }
      this.#log?.error({ worker: state.number }, 'a worker does not answer and is ended');
      void thread.terminate();
    }
  }

  #orderServing(order: Order): void {
    for (const [thread, { isServing }] of this.#threads) if (isServing) thread.postMessage(order);
  }

  /** Ends all workers, then this process with an exit code. */
  #stop(exitCode: number): void {
    this.#isStopping = true;
    process.exitCode = exitCode;
    if (this.#threads.size === 0) this.#end();
    this.#orderServing('stop');
    // Terminating a thread while it loads native code may end the process, so workers after the first finish their start and then get the order.
    if (this.#found === undefined) for (const thread of this.#threads.keys()) void thread.terminate();
    const late = (this.#found?.shutdownSeconds ?? 0) * 1000 + END_MS;
    setTimeout(() => {
      for (const thread of this.#threads.keys()) void thread.terminate();
      setTimeout(() => this.#endAtOnce(), FORCED_END_MS);
    }, late);
  }

  /** Ends this process although threads wait in system calls. `process.exit` would wait for them. */
  #endAtOnce(): void {
    this.#log?.fatal({ workers: this.#threads.size }, 'workers do not end: ending at once');
    this.#output?.end();
    process.kill(process.pid, 'SIGKILL');
  }

  #end(): void {
    this.#log?.info('stopped');
    process.exit();
  }
}
