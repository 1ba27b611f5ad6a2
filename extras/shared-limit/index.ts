/**
 * One rate limit over several servers, counted in Redis or Valkey.
 * @module
 */
export { parseStoreAddress } from './address.ts';
export type { StoreEvent } from './server-health.ts';
export { SharedTokenBuckets } from './shared-token-buckets.ts';
