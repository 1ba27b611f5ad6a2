import type { Logger } from 'pino';
import { Worker } from 'node:worker_threads';
import { InputError, backoffMs } from '../../../src/model/index.ts';
import type { Metrics } from '../../../src/server/index.ts';
import { readPublicKeys } from '../keys.ts';
import { FOLLOWER_FAULTS } from '../metrics.ts';
import type { PublicationConfig } from '../settings.ts';
import type { FollowOrder, FollowReport } from './follower-thread.ts';

/** Milliseconds that the thread has to stop; a download is resumed at the next start. */
const STOP_MS = 2000;
/** The pauses before an ended thread is started again. */
const PAUSES = { firstMs: 1000, maxMs: 60_000 };
const HEAP_MB_MAX = 256;

export interface FollowerParts {
  /** The path to which snapshots are written. */
  readonly path: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Called when `path` has newer data. */
  readonly onFetched: () => void;
}

/** Follows a publication for all workers of this process. */
export interface Follower {
  /** Checks the publication now. */
  poll(): void;
  close(): Promise<void>;
}

/** Follows a publication in a thread. Snapshots are renamed to `path`; faults are logged once, counted, and reported by `/readyz`. */
export async function startFollower(
  address: string,
  config: PublicationConfig,
  parts: FollowerParts,
): Promise<Follower> {
  const { SNAPSHOT_KEYS: keys } = config;
  if (keys === undefined)
    throw new InputError(
      `Cannot follow "${address}": SNAPSHOT_KEYS is not set; it names the public keys that may sign ("openfirma keys show")`,
    );
  await readPublicKeys(keys);
  const { path, log, metrics, onFetched } = parts;
  const order: FollowOrder = {
    address,
    keys,
    path,
    pollSeconds: config.FOLLOW_SECONDS,
    previousSeconds: config.CURSOR_TTL_SECONDS,
  };
  const reportTo = reporter(log, metrics);
  let thread: Worker | undefined;
  let isStopping = false;
  let ends = 0;
  const start = (): void => {
    if (isStopping) return;
    const started = new Worker(new URL('./follower-thread.ts', import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    });
    thread = started;
    let fault: unknown;
    started.on('message', (report: FollowReport) => {
      reportTo(report);
      if (report.kind === 'fetched') onFetched();
    });
    started.on('error', (error: unknown) => (fault = error));
    started.on('exit', (code) => {
      thread = undefined;
      if (isStopping) return;
      const pauseMs = backoffMs(++ends, PAUSES);
      log.error(
        { code, pause_ms: pauseMs, ...(fault !== undefined && { err: fault }) },
        'the follower ended and is started again',
      );
      setTimeout(start, pauseMs).unref();
    });
  };
  start();
  return {
    poll: () => thread?.postMessage('poll'),
    close: async () => {
      isStopping = true;
      const ending = thread;
      if (ending === undefined) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.postMessage('stop');
      const late = setTimeout(() => void ending.terminate(), STOP_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Logs each fault once, and counts all reports. */
function reporter(log: Logger, metrics: Metrics): (report: FollowReport) => void {
  let logged: string | undefined;
  return (report) => {
    if (report.kind === 'waiting') {
      log.warn({ reason: report.reason }, 'a download is tried again');
      return;
    }
    metrics.setGauge('followerCounter', report.counter);
    if (report.kind === 'refused') {
      const { fault, reason, counter } = report;
      metrics.addLabelled('follower', fault);
      metrics.setGauge('followerFault', FOLLOWER_FAULTS.indexOf(fault) + 1);
      if (logged !== fault + reason) log.error({ fault, reason, counter }, 'cannot follow: the current data stays');
      logged = fault + reason;
      return;
    }
    const { counter } = report;
    if (report.kind === 'fetched') {
      const { generation, bytes, ms } = report;
      log.info({ counter, generation, bytes, ms: Math.round(ms) }, 'fetched new data');
    }
    if (logged !== undefined) log.info({ counter }, 'following again');
    logged = undefined;
    metrics.setGauge('followerFault', 0);
    metrics.setGauge('followerChecked', Date.now() / 1000);
  };
}
