import type { Logger } from 'pino';
import { Worker } from 'node:worker_threads';
import { InputError, backoffMs } from '../../../src/model/index.ts';
import { FOLLOWER_FAULTS, type Metrics } from '../../../src/server/index.ts';
import { readPublicKeys } from '../../changes/keys.ts';
import type { Follower, FollowerParts } from '../../../src/extra/index.ts';
import type { PublishingConfig } from '../settings.ts';
import type { FollowOrder, FollowReport } from './follower-thread.ts';

/** How long the thread may take to stop; a download continues at the next start. */
const STOP_MS = 2000;
/** A thread that ended is started again after this long; the pause doubles up to the second. */
const PAUSES = { firstMs: 1000, maxMs: 60_000 };
/** It holds a page of `current.json`, and rows of a snapshot that it checks. */
const HEAP_MB_MAX = 256;

/**
 * Follows a publication in a thread of its own. Snapshots are renamed to `path`; faults are logged once, counted, and reported by `/readyz`.
 */
export async function followIn(address: string, config: PublishingConfig, parts: FollowerParts): Promise<Follower> {
  const { SNAPSHOT_KEYS: keys } = config;
  if (keys === undefined)
    throw new InputError(
      `Cannot follow "${address}": SNAPSHOT_KEYS is not set; it names the public keys that may sign ("openfirma keys show")`,
    );
  // Invalid keys stop the start.
  await readPublicKeys(keys);
  const { path, log, metrics, openingLock, onFetched } = parts;
  const order: FollowOrder = {
    address,
    keys,
    path,
    pollSeconds: config.FOLLOW_SECONDS,
    previousSeconds: config.CURSOR_TTL_SECONDS,
    openingLock,
  };
  const tell = teller(log, metrics);
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
    started.on('message', (told: FollowReport) => {
      tell(told);
      if (told.kind === 'fetched') onFetched();
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

/** Logs what changes, and counts all of it. */
function teller(log: Logger, metrics: Metrics): (report: FollowReport) => void {
  let toldFault: string | undefined;
  const goesOn = (counter: number): void => {
    if (toldFault !== undefined) log.info({ counter }, 'following again');
    toldFault = undefined;
    metrics.setGauge('followerCounter', counter);
    metrics.setGauge('followerFault', 0);
    metrics.setGauge('followerChecked', Date.now() / 1000);
  };
  return (report) => {
    switch (report.kind) {
      case 'current':
        goesOn(report.counter);
        break;
      case 'fetched': {
        const { counter, generation, bytes, ms } = report;
        log.info({ counter, generation, bytes, ms: Math.round(ms) }, 'fetched new data');
        goesOn(counter);
        break;
      }
      case 'refused': {
        const { fault, reason, counter } = report;
        metrics.addLabelled('follower', fault);
        metrics.setGauge('followerCounter', counter);
        metrics.setGauge('followerFault', FOLLOWER_FAULTS.indexOf(fault) + 1);
        // One line for each fault, however often it is met.
        if (toldFault !== fault + reason)
          log.error({ fault, reason, counter }, 'cannot follow: what is there goes on being served');
        toldFault = fault + reason;
        break;
      }
      case 'waiting':
        log.warn({ reason: report.reason }, 'a download is tried again');
        break;
    }
  };
}
