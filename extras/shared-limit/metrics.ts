import { counter, gauge } from '../../src/server/bounds.ts';

export const LIMITER_METRICS = {
  rateLimitFallbacks: counter(
    'openfirma_rate_limit_fallbacks_total',
    'Requests that this server counted because the rate limit store did not.',
    'reason',
    ['away', 'late', 'refused', 'busy'],
  ),
  storeAway: gauge(
    'openfirma_rate_limit_store_away',
    'Servers of the rate limit store that are away, summed over all workers; 0 without a store.',
  ),
};
