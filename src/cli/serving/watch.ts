import type { Logger } from 'pino';
import type { Refreshable, SwapEvent } from '../../backend/index.ts';
import { InputError } from '../../model/index.ts';
import type { Metrics } from '../../server/index.ts';
import type { OpenFile } from '../../files/index.ts';
import type { Config } from '../../extra/index.ts';
import { openBackend } from '../open-backend.ts';
import { report } from './worker.ts';

interface WatchParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly isAwaited: boolean;
  /** The snapshots that the workers of this process have open. */
  readonly openSnapshots: SharedArrayBuffer;
}

/** Maximum tries of a new worker to open the file that the others serve, which they may replace before it is opened. */
const OPENING_TRIES = 5;

/**
 * Opens the backend to serve: the address in BACKEND, the file that other workers serve, or a snapshot. Later events are logged and
 * counted, and each served file is reported to the supervisor.
 * @param servedByOthers returns the file that other workers serve; undefined in the first worker
 */
export async function openServed(
  snapshot: string,
  servedByOthers: () => Promise<OpenFile | undefined>,
  config: Config,
  { log, metrics, isAwaited, openSnapshots }: WatchParts,
): Promise<Refreshable> {
  const options = {
    // A request may wait this long for a connection, and then again for the response.
    deadlineMs: (config.DEADLINE_SECONDS * 1000) / 2,
    cursorTtlSeconds: config.CURSOR_TTL_SECONDS,
    generationsMax: config.GENERATIONS_MAX,
    isAwaited,
    checksFirst: true,
    openSnapshots,
    onFile: (file: OpenFile) => report({ served: file }),
    onSwap: (event: SwapEvent) => {
      if (event.kind === 'away' || event.kind === 'recovered')
        metrics.setGauge('dataAway', event.kind === 'away' ? 1 : 0);
      if (event.kind === 'swapped') metrics.add('swaps');
      if (event.kind === 'refused') metrics.add('refusedSwaps');
      if (event.kind === 'damaged' || (event.kind === 'changed' && event.isCurrent && !event.isCopied))
        metrics.add('damagedFiles');
      const [level, fields, message] = toLogLine(event);
      log[level](fields, message);
    },
  };
  const address = config.BACKEND ?? `snapshot:${snapshot}`;
  for (let tries = 1; ; tries++) {
    const served = await servedByOthers();
    try {
      return await openBackend(address, { ...options, served }, { config, metrics, log });
    } catch (error) {
      // The other workers may have swapped to a newer file meanwhile, and closed this one.
      if (served === undefined || tries === OPENING_TRIES || !(error instanceof InputError)) throw error;
    }
  }
}

/** Interval of the checks for followed data if SNAPSHOT_CHECK_SECONDS disables checks. */
const FETCHED_CHECK_SECONDS = 2;

/** Checks for newer data at intervals; each worker does so. Returns a function that stops the checks. */
export function pollSnapshot(
  backend: Refreshable,
  { SNAPSHOT_CHECK_SECONDS }: Config,
  isFollowing: boolean,
): () => void {
  const seconds = SNAPSHOT_CHECK_SECONDS === 0 && isFollowing ? FETCHED_CHECK_SECONDS : SNAPSHOT_CHECK_SECONDS;
  const timer = seconds === 0 ? undefined : setInterval(() => void backend.refresh(), seconds * 1000);
  return () => clearInterval(timer);
}

/** Returns level, fields and message of the log line for an event. */
function toLogLine(event: SwapEvent): readonly [level: 'info' | 'warn' | 'error', fields: object, message: string] {
  const { kind } = event;
  if (kind === 'swapped') {
    const { from, to, ms } = event;
    return ['info', { from, to, ms: Math.round(ms * 1000) / 1000 }, 'serving new data'];
  }
  if (kind === 'refused') {
    const rest = event.isServing ? 'the previous data stays' : 'the service has no data yet';
    return ['error', { reason: event.reason }, `refused new data: ${rest}`];
  }
  if (kind === 'away')
    return ['error', { reason: event.reason }, 'the data service is away: answering 502 or 503 until it is back'];
  const { generation } = event;
  if (kind === 'recovered') return ['info', { generation }, 'serving the data again'];
  if (kind === 'closed')
    return event.hasExpired
      ? ['info', { generation }, 'closed data whose cursors have expired']
      : ['warn', { generation }, 'closed data before its cursors expired: too many are kept'];
  if (kind === 'damaged')
    return [
      'error',
      { generation, reason: event.reason },
      'the file of the data is damaged: answering 503 until a sound file is at its path, unless the kept one is sound',
    ];
  if (event.isCopied) {
    const text = 'a program writes into a file of the data: serving a copy, and the file once it is whole';
    return ['warn', { generation }, text];
  }
  const text = event.isCurrent
    ? 'the file of the data was written over: answering 503 until a sound file is at its path'
    : 'closed earlier data: its file was written over';
  return ['error', { generation }, text];
}
