import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { OpenFile } from '../../files/index.ts';
import type { LogFormat } from '../../extra/index.ts';

export interface StartOrder {
  /** Its number, from 1, for the log. A replacement has the number of the worker that ended. */
  readonly worker: number;
  /** The choices of the first worker, which all others use; undefined in the first. */
  readonly found: Found | undefined;
}

export interface Report {
  readonly found?: Found;
  /** The file that it serves from now on. */
  readonly served?: OpenFile;
  /** Requests the file that the others serve now. */
  readonly asksServed?: true;
  /** The reply to a ping. */
  readonly turns?: true;
  /** It has fetched newer data, for which all workers check at once. */
  readonly hasFetched?: true;
}

/** The choices of the first worker, and the memory that it shares with the others. */
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

/** The message to which a worker replies if its event loop turns. */
export const PING = 'ping';

/** Sends a message to the supervisor, if there is one. */
export function report(what: Report): void {
  parentPort?.postMessage(what);
}

/**
 * The file that the others serve now: they may have swapped while this worker loaded its code. Undefined in the first worker, and on
 * systems that cannot open a file again.
 */
export async function servedByOthers(order: StartOrder | undefined): Promise<OpenFile | undefined> {
  if (order?.found === undefined || parentPort === null) return undefined;
  report({ asksServed: true });
  const [served] = (await once(parentPort, 'message')) as [OpenFile | undefined];
  return served;
}

/**
 * Calls back on each order of the supervisor, or without one on signals: SIGTERM and SIGINT stop, once, and a second one
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
