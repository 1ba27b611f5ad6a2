import type { LimiterParts, OpenLimiter } from '../../src/extra/index.ts';
import { InputError } from '../../src/model/index.ts';
import { systemClock } from '../../src/server/index.ts';
import { parseStoreAddress } from './address.ts';
import type { LimiterConfig } from './settings.ts';
import { SharedTokenBuckets } from './shared-token-buckets.ts';

/** How the events of a store are logged. */
const LOGGED = {
  away: ['error', 'the rate limit store is away: counting here until it is back'],
  refused: ['warn', 'the rate limit store refused to count a request: it was counted here'],
  back: ['info', 'the rate limit store is back: counting there'],
} as const;

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
    onEvent({ kind, server, ...reason }) {
      const [level, message] = LOGGED[kind];
      log[level]({ store: server, ...reason }, message);
    },
  });
  await shared.start();
  return { limiter: shared, close: () => shared.close() };
}
