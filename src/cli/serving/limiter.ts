import type { Logger } from 'pino';
import { InputError } from '../../model/index.ts';
import type { StoreEvent } from '../../../extras/shared-limit/index.ts';
import { TokenBuckets, systemClock, type Metrics, type RateLimiter } from '../../server/index.ts';
import type { Config } from '../config.ts';

/** The parts of the limiter besides the settings. */
export interface LimiterParts {
  /** The memory of the buckets of all workers. */
  readonly rateLimits: SharedArrayBuffer;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Opens the rate limit of this process, or of all servers with the same store. Waits until it is known whether the store answers. */
export async function openLimiter(
  { RATE_LIMIT_STORE: store, RATE_LIMIT_STORE_DEADLINE_MS: deadlineMs, CURSOR_SECRET: secret }: Config,
  { rateLimits, metrics, log }: LimiterParts,
): Promise<{ readonly limiter: RateLimiter; readonly closeStore: () => void }> {
  const nowMs = systemClock.monotonicMs;
  const local = new TokenBuckets(nowMs, rateLimits);
  if (store === undefined) return { limiter: local, closeStore: () => undefined };
  const { SharedTokenBuckets, parseStoreAddress } = await import('../../../extras/shared-limit/index.ts');
  const address = parseStoreAddress(store);
  if (secret === undefined) {
    throw new InputError(
      'Cannot start: the setting RATE_LIMIT_STORE needs CURSOR_SECRET, the same on all servers: clients are counted by keyed hashes',
    );
  }
  const shared = new SharedTokenBuckets({
    address,
    deadlineMs,
    secret: Buffer.from(secret),
    local,
    metrics,
    nowMs,
    onEvent: (event) => logStore(log, event),
  });
  await shared.start();
  return { limiter: shared, closeStore: () => shared.close() };
}

function logStore(log: Logger, event: StoreEvent): void {
  const { kind, server: store } = event;
  switch (kind) {
    case 'away':
      log.error({ store, reason: event.reason }, 'the rate limit store is away: counting here until it is back');
      break;
    case 'refused':
      log.warn({ store, reason: event.reason }, 'the rate limit store refused to count a request: it was counted here');
      break;
    case 'back':
      log.info({ store }, 'the rate limit store is back: counting there');
      break;
  }
}
