import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { OpenFile } from '../../files/index.ts';
import type { LogFormat } from '../../extra/index.ts';

export interface StartOrder {
  /** The number of the worker, from 1, for the log. A replacement has the number of the worker that ended. */
  readonly worker: number;
  /** The choices of the first worker, which all others use; undefined in the first worker itself. */
  readonly found: Found | undefined;
}

export interface Report {
  readonly found?: Found;
  /** The file that the worker serves from now on. */
  readonly served?: OpenFile;
  /** Requests the file that the other workers serve. */
  readonly asksServed?: true;
  /** The reply to a ping. */
  readonly turns?: true;
  /** The worker has fetched newer data: all workers are to check for it at once. */
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
  readonly openSnapshots: SharedArrayBuffer;
}

/** Time after SHUTDOWN_SECONDS to close the data and write log lines. */
export const END_MS = 3_000;

/** Orders to a serving worker. `look`: check its path for newer data. `refresh`: also poll the publication, and retry refused data. */
export type Order = 'stop' | 'look' | 'refresh';

/** The message to which a worker replies unless its event loop is blocked. */
export const PING = 'ping';

/** Sends a message to the supervisor, if there is one. */
export function report(what: Report): void {
  parentPort?.postMessage(what);
}

/**
 * Asks the supervisor for the file that the other workers serve now: they may have swapped while this worker loaded its code. Undefined
 * in the first worker, and on systems that cannot reopen an open file.
 */
export async function servedByOthers(order: StartOrder | undefined): Promise<OpenFile | undefined> {
  if (order?.found === undefined || parentPort === null) return undefined;
  report({ asksServed: true });
  const [served] = (await once(parentPort, 'message')) as [OpenFile | undefined];
  return served;
}

/**
 * Calls `act` on each order of the supervisor; without a supervisor, on signals: the first SIGTERM or SIGINT is `stop`, a second one
 * ends the process at once; SIGHUP is `refresh`.
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
