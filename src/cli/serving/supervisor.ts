import cluster, { type Worker } from 'node:cluster';
import { mkdtempSync, rmSync, utimes } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { Found, Order, Report } from './worker.ts';

/** A worker that has served for so long was in order, and what ended it is news. */
const IN_ORDER_MS = 60_000;
/** One that ends earlier, again and again, is replaced after a pause that doubles up to this. */
const PAUSE_MS_MAX = 30_000;
const FIRST_PAUSE_MS = 100;
/** After so many in a row the service ends: whoever started it must know. That is two minutes. */
const SHORT_LIVES_MAX = 10;
/** How much longer than the time for requests under way a worker may take to end. */
const END_MS = 5_000;

/** Systems remove what lies unused in the temporary folder for days. */
const TOUCH_MS = 3_600_000;

/** One of the places that always hold a worker. */
interface Place {
  readonly number: number;
  worker: Worker;
  isServing: boolean;
  startedMs: number;
  /** How many workers in a row have ended early here. */
  shortLives: number;
}

/**
 * Starts so many workers of this same program, and replaces each that ends. The first finds out whether everything is
 * in order, and where it serves; a fault of its start is the fault of all. The others follow once it serves, so that they
 * take no time from it. SIGTERM and SIGINT stop all in order, a second one at once; SIGHUP goes to all.
 *
 * It knows neither settings nor data, so that it costs little and has nothing to fail on.
 */
export async function superviseWorkers(count: number, firstPauseMs: number = FIRST_PAUSE_MS): Promise<void> {
  let directory: string;
  try {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-allowance-'));
  } catch (error) {
    const { reportFault } = await import('../fault.ts');
    process.exitCode = reportFault(error);
    return;
  }
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const supervisor = new Supervisor(count, join(directory, 'clients'), firstPauseMs);
  supervisor.start();
}

class Supervisor {
  readonly #count: number;
  readonly #allowance: string;
  readonly #firstPauseMs: number;
  readonly #places: Place[] = [];
  #found: Found | undefined;
  #log: Logger | undefined;
  #isStopping = false;

  constructor(count: number, allowance: string, firstPauseMs: number) {
    this.#count = count;
    this.#allowance = allowance;
    this.#firstPauseMs = firstPauseMs;
  }

  start(): void {
    this.#fill(1);
    const onSecond = (signal: NodeJS.Signals): void => {
      for (const { worker } of this.#places) worker.process.kill('SIGKILL');
      rmSync(dirname(this.#allowance), { recursive: true, force: true });
      // Nobody listens to it any more: it is the system's own and ends this process.
      process.off('SIGTERM', onSecond).off('SIGINT', onSecond);
      process.kill(process.pid, signal);
    };
    const onSignal = (signal: NodeJS.Signals): void => {
      process.off('SIGTERM', onSignal).off('SIGINT', onSignal).on('SIGTERM', onSecond).on('SIGINT', onSecond);
      this.#log?.info({ signal, seconds: this.#found?.shutdownSeconds }, 'stopping: requests under way may finish');
      this.#stop(0);
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
    process.on('SIGHUP', () => {
      for (const { worker, isServing } of this.#places) if (isServing) worker.process.kill('SIGHUP');
    });
    setInterval(() => this.#touchAllowance(), TOUCH_MS).unref();
  }

  /** Opens a place, with a worker. */
  #fill(number: number): void {
    const place = { number, worker: cluster.fork(), isServing: false, startedMs: performance.now(), shortLives: 0 };
    this.#places.push(place);
    this.#attend(place);
  }

  #attend(place: Place): void {
    const { worker } = place;
    worker.on('message', (message: Report) => {
      if (message.report === 'waiting') this.#sendStart(place);
      else this.#onServing(place, message.found).catch((error: unknown) => worker.emit('error', error));
    });
    // A message to a worker that has just ended; its end is reported by itself.
    worker.on('error', () => undefined);
    worker.on('exit', (code, signal) => this.#onExit(place, code, signal));
  }

  #sendStart({ number, worker }: Place): void {
    send(worker, { order: 'start', worker: number, allowance: this.#allowance, found: this.#found });
  }

  async #onServing(place: Place, found: Found): Promise<void> {
    place.isServing = true;
    if (this.#found !== undefined) return;
    this.#found = found;
    for (let number = 2; number <= this.#count; number++) this.#fill(number);
    const { openLog } = await import('../log.ts');
    this.#log = openLog(found.logLevel, { shared: true });
  }

  #onExit(place: Place, code: number, signal: string): void {
    place.isServing = false;
    if (this.#isStopping) return;
    if (this.#found === undefined) {
      // What the first had to say it has said.
      this.#stop(code > 0 ? code : 1);
      return;
    }
    const livedMs = performance.now() - place.startedMs;
    place.shortLives = livedMs < IN_ORDER_MS ? place.shortLives + 1 : 0;
    const facts = {
      worker: place.number,
      pid: place.worker.process.pid,
      code,
      signal,
      seconds: Math.round(livedMs / 1000),
    };
    if (place.shortLives > SHORT_LIVES_MAX) {
      this.#log?.fatal(facts, 'a worker ended early again and again: stopping');
      this.#stop(1);
      return;
    }
    // The first to end in a while is replaced at once.
    const pauseMs =
      place.shortLives <= 1 ? 0 : Math.min(PAUSE_MS_MAX, this.#firstPauseMs * 2 ** (place.shortLives - 2));
    this.#log?.error({ ...facts, pause_ms: pauseMs }, 'a worker ended and is replaced');
    setTimeout(() => this.#replace(place), pauseMs);
  }

  #replace(place: Place): void {
    if (this.#isStopping) return;
    place.worker = cluster.fork();
    place.startedMs = performance.now();
    this.#attend(place);
  }

  #touchAllowance(): void {
    for (const path of [dirname(this.#allowance), this.#allowance, `${this.#allowance}-lock`]) {
      utimes(path, new Date(), new Date(), (error) => {
        if (error !== null)
          this.#log?.error({ err: error }, 'the file of the allowance is gone: start the service again');
      });
    }
  }

  /** Ends all workers, then this process with an exit code. */
  #stop(exitCode: number): void {
    this.#isStopping = true;
    process.exitCode = exitCode;
    const ending = this.#places.filter(({ worker }) => !worker.isDead());
    const end = (): void => {
      this.#log?.info('stopped');
      process.exit();
    };
    if (ending.length === 0) end();
    let left = ending.length;
    for (const { worker, isServing } of ending) {
      worker.once('exit', () => {
        if (--left === 0) end();
      });
      if (isServing) send(worker, { order: 'stop' });
      else worker.process.kill('SIGKILL');
    }
    const late = (this.#found?.shutdownSeconds ?? 0) * 1000 + END_MS;
    setTimeout(() => ending.map(({ worker }) => worker.process.kill('SIGKILL')), late);
  }
}

function send(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order);
}
