/**
 * One rate limit over several servers, counted in Redis or Valkey (`RATE_LIMIT_STORE`).
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { LIMITER_METRICS, LIMITER_SETTINGS, type LimiterConfig } from './settings.ts';

export const sharedLimit: Extra<LimiterConfig> = {
  name: 'shared-limit',
  settings: LIMITER_SETTINGS,
  metrics: LIMITER_METRICS,
  limiter: async (config, parts) =>
    config.RATE_LIMIT_STORE === undefined
      ? undefined
      : await (await import('./shared-token-buckets.ts')).openSharedLimit(config.RATE_LIMIT_STORE, config, parts),
};
