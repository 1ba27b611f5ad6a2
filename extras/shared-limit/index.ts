/**
 * One rate limit over several servers, counted in Redis or Valkey (`RATE_LIMIT_STORE`).
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { LIMITER_METRICS, LIMITER_SETTINGS } from './settings.ts';

export const sharedLimit: Extra = {
  name: 'shared-limit',
  settings: LIMITER_SETTINGS,
  metrics: LIMITER_METRICS,
};
