import type { Logger } from 'pino';
import type { LimiterParts, OpenLimiter } from '../../src/extra/index.ts';
import { InputError } from '../../src/model/index.ts';
import { systemClock } from '../../src/server/index.ts';
import { parseStoreAddress } from './address.ts';
import type { StoreEvent } from './server-health.ts';
import type { LimiterConfig } from './settings.ts';
import { SharedTokenBuckets } from './shared-token-buckets.ts';

/** Opens the rate limit of all servers with the same store. Waits until the store answers or is known to be away. */
export async function openSharedLimit(
  store: string,
  { RATE_LIMIT_STORE_DEADLINE_MS: deadlineMs, CURSOR_SECRET: secret }: LimiterConfig,
  { local, metrics, log }: LimiterParts,
): Promise<OpenLimiter> {
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
    nowMs: systemClock.monotonicMs,
    onEvent: (event) => logStore(log, event),
  });
  await shared.start();
  return { limiter: shared, close: () => shared.close() };
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
