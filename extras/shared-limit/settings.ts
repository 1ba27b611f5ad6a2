import { secret, type Config, type ValuesOf, whole } from '../../src/extra/index.ts';
import { counter, gauge } from '../../src/server/bounds.ts';

export const LIMITER_SETTINGS = {
  RATE_LIMIT_STORE: secret(
    undefined,
    'Redis or Valkey in which all servers of one address count the rate limit together, named by its host or by Sentinel. Needs `CURSOR_SECRET`. By default each server counts by itself.',
    'an address that begins with redis://, rediss://, redis+sentinel:// or rediss+sentinel://',
    (value) => (/^rediss?(?:\+sentinel)?:\/\/./.test(value) ? value : undefined),
  ),
  RATE_LIMIT_STORE_DEADLINE_MS: whole(
    '20',
    'How long a request waits for the store before this server counts it, in milliseconds.',
    1,
    10_000,
  ),
} as const;

export type LimiterConfig = Config & ValuesOf<typeof LIMITER_SETTINGS>;

export const LIMITER_METRICS = {
  rateLimitFallbacks: counter(
    'openfirma_rate_limit_fallbacks_total',
    'Requests that this server counted because the rate limit store did not.',
    'reason',
    ['away', 'late', 'refused', 'busy'],
  ),
  storeAway: gauge(
    'openfirma_rate_limit_store_away',
    'Whether the rate limit store is away, summed over all workers; 0 without a store.',
  ),
};
