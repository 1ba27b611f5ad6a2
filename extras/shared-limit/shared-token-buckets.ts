import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import { requirePackages } from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';
import {
  systemClock,
  toNetworks,
  type Metrics,
  type RateLimiter,
  type Taken,
  type TokenBuckets,
} from '../../src/server/index.ts';
import { parseStoreAddress } from './address.ts';
import { StoreFault, type FallbackReason } from './faults.ts';
import { KEY_PREFIX, type Taking } from './script.ts';
import { Store, type StoreOptions } from './store.ts';
import type { StoreEvent } from './store-events.ts';
import type { LimiterConfig } from './settings.ts';

const HASH_BYTES = 16;

export interface SharedBucketsOptions extends StoreOptions {
  /** The secret that all servers share; the key of the hashes is derived from it. */
  readonly secret: Uint8Array;
  /** The buckets of this process: they count when the store does not, and are charged for requests that the store allows. */
  readonly local: TokenBuckets;
  readonly metrics: Metrics;
}

/**
 * Makes a rate limiter with a token bucket per client in a store that servers share (Redis or Valkey), so that a
 * limit is exact over all servers. The store knows clients only by keyed hashes. If the store does not answer in time, the buckets of this
 * process decide. They are charged for every allowed request, so no client gets more than the limit from one server, whichever buckets
 * decide.
 */
export function sharedTokenBuckets({ secret, local, metrics, ...options }: SharedBucketsOptions) {
  const bytes = hkdfSync('sha256', secret, '', 'openfirma clients of the rate limit', 32);
  const hashKey = createSecretKey(Buffer.from(bytes));
  const onEvent = (event: StoreEvent): void => {
    if (event.kind !== 'refused') metrics.setGauge('storeAway', event.kind === 'away' ? 1 : 0);
    options.onEvent(event);
  };
  const counting = new Store({ ...options, onEvent });
  const hashClient = (client: string): string =>
    createHmac('sha256', hashKey).update(client).digest().toString('base64url', 0, HASH_BYTES);
  const listKeys = (client: string): Taking['keys'] => {
    if (!client.includes(':')) return [KEY_PREFIX + hashClient(client)];
    const [home, site] = toNetworks(client);
    const key = KEY_PREFIX + hashClient(site);
    return [key + hashClient(client), key + hashClient(home), key];
  };
  return {
    /** Connects. Resolves when the store answers or is known to be away, or after some seconds. */
    start: async () => await counting.start(),
    close: () => counting.close(),
    take(client, tokens, cost = 1) {
      const takeLocally = (): Taken => local.take(client, tokens, cost);
      const fallBack = (reason: FallbackReason): Taken => {
        metrics.addLabelled('rateLimitFallbacks', reason);
        return takeLocally();
      };
      const asked = counting.take({ keys: listKeys(client), tokens, cost });
      if (typeof asked === 'string') return fallBack(asked);
      return asked.then(
        (taken) => {
          if (typeof taken === 'number' && taken >= 0) takeLocally();
          return taken;
        },
        (error: unknown) => {
          if (error instanceof StoreFault) return fallBack(error.kind);
          throw error;
        },
      );
    },
  } satisfies RateLimiter & { readonly start: unknown; readonly close: unknown };
}
export type SharedTokenBuckets = ReturnType<typeof sharedTokenBuckets>;

/** The log level and the message for each event of a store. */
const LOGGED = {
  away: ['error', 'the rate limit store is away: counting here until it is back'],
  refused: ['warn', 'the rate limit store refused to count a request: it was counted here'],
  back: ['info', 'the rate limit store is back: counting there'],
} as const;

export interface LimiterParts {
  /** The limiter that counts in the memory of this process. */
  readonly local: TokenBuckets;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Opens the rate limit that all servers with the same store share. Waits until the store answers or is known to be away. */
export async function openSharedLimit(
  store: string,
  { RATE_LIMIT_STORE_DEADLINE_MS: deadlineMs, CURSOR_SECRET: secret }: LimiterConfig,
  { local, metrics, log }: LimiterParts,
) {
  const address = parseStoreAddress(store);
  if (secret === undefined) {
    throw new InputError(
      'Cannot start: the setting RATE_LIMIT_STORE needs CURSOR_SECRET, the same on all servers: clients are counted by keyed hashes',
    );
  }
  requirePackages(['@redis/client'], (reason) => new InputError(`Cannot use the rate limit store: ${reason}`));
  const shared = sharedTokenBuckets({
    address,
    deadlineMs,
    secret: Buffer.from(secret),
    local,
    metrics,
    nowMs: systemClock.monotonicMs,
    onEvent({ kind, ...fields }) {
      const [level, message] = LOGGED[kind];
      log[level](fields, message);
    },
  });
  await shared.start();
  return { limiter: shared, close: () => shared.close() };
}
