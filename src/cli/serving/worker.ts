import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { OpenFile } from '../../files/index.ts';
import type { LogFormat } from '../../extra/index.ts';

/** The order that starts a worker. */
export interface StartOrder {
  /** Its number, from 1, for the log. A replacement has the number of the worker that ended. */
  readonly worker: number;
  /** What the first worker chose and all others must use; undefined in the first. */
  readonly found: Found | undefined;
}

/** What a worker tells the supervisor. */
export interface Report {
  /** That it serves. */
  readonly found?: Found;
  /** Which file it serves from now on. */
  readonly served?: OpenFile;
  /** That it asks which file the others serve now. */
  readonly asksServed?: true;
  /** That its event loop turns, as the supervisor asked. */
  readonly turns?: true;
  /** That it has fetched newer data, for which all workers look at once. */
  readonly hasFetched?: true;
}

/** What the first worker chose when it started, and the memory that it shares with the others. */
export interface Found {
  readonly port: number;
  readonly metricsPort: number | undefined;
  readonly snapshot: string;
  readonly isSample: boolean;
  readonly logLevel: string;
  readonly logFormat: LogFormat | undefined;
  readonly shutdownSeconds: number;
  readonly rateLimits: SharedArrayBuffer;
  readonly metrics: SharedArrayBuffer;
  readonly openingLock: SharedArrayBuffer;
  readonly openSnapshots: SharedArrayBuffer;
}

/** How much longer than SHUTDOWN_SECONDS the end may take: data is closed, log lines are written. */
export const END_MS = 3_000;

/** The orders to a worker that serves: `look` is to notice newer data at its path, `refresh` to ask for some, and try again what was refused. */
export type Order = 'stop' | 'look' | 'refresh';

/** What the supervisor sends to find out whether the event loop of a worker turns. */
export const PING = 'ping';

/** Tells the supervisor something, where there is one. */
export function report(what: Report): void {
  parentPort?.postMessage(what);
}

/**
 * The file that the others serve, asked for when it is needed: while a worker loads its code the others may have moved on. Undefined in
 * the first worker, and where the system cannot open a file again.
 */
export async function servedByOthers(order: StartOrder | undefined): Promise<OpenFile | undefined> {
  if (order?.found === undefined || parentPort === null) return undefined;
  report({ asksServed: true });
  const [served] = (await once(parentPort, 'message')) as [OpenFile | undefined];
  return served;
}

/**
 * Calls back on each order of the supervisor, or where there is none on signals: SIGTERM and SIGINT stop, once, and a second one
 * ends the process at once; SIGHUP refreshes.
 */
export function onOrder(act: (order: Order, signal?: NodeJS.Signals) => void): void {
  if (parentPort !== null) {
    parentPort.on('message', (order: Order | typeof PING) => {
      if (order === PING) report({ turns: true });
      else act(order);
    });
    return;
  }
  const onStop = (signal: NodeJS.Signals): void => {
    // A second signal finds no listener and ends the process.
    process.off('SIGTERM', onStop).off('SIGINT', onStop);
    act('stop', signal);
  };
  process.on('SIGTERM', onStop).on('SIGINT', onStop);
  process.on('SIGHUP', () => act('refresh'));
}
