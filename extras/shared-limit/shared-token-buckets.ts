import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Eventually } from '../../src/backend/index.ts';
import type { Metrics, RateLimiter, TokenBuckets } from '../../src/server/index.ts';
import { StoreFault, type FallbackReason } from './faults.ts';
import { KEY_PREFIX } from './script.ts';
import { StoreServers, type StoreOptions } from './servers.ts';

const HASH_BYTES = 16;

export interface SharedBucketsOptions extends Omit<StoreOptions, 'onAway'> {
  /** Shared by all servers; the key of the hashes is derived from it. */
  readonly secret: Uint8Array;
  /** Counts when the store does not, and is charged for requests that the store allows. */
  readonly local: TokenBuckets;
  readonly metrics: Metrics;
}

/**
 * A token bucket per client in a store that servers share (Redis or Valkey, one server or a cluster), so that a limit is exact over all
 * of them. The store knows clients only by keyed hashes. If it does not answer in time, the buckets of this process decide. They are
 * charged for every request, so no client gets more than the limit from one server, whichever buckets decide.
 */
export class SharedTokenBuckets implements RateLimiter {
  readonly #local: TokenBuckets;
  readonly #metrics: Metrics;
  readonly #hashKey: KeyObject;
  readonly #servers: StoreServers;

  constructor({ secret, local, metrics, ...options }: SharedBucketsOptions) {
    this.#local = local;
    this.#metrics = metrics;
    const bytes = hkdfSync('sha256', secret, '', 'openfirma clients of the rate limit', 32);
    this.#hashKey = createSecretKey(Buffer.from(bytes));
    const onAway = (servers: number): void => metrics.setGauge('storeAway', servers);
    this.#servers = new StoreServers({ ...options, onAway });
  }

  /** Connects. Resolves when the store answers or is known to be away, or after some seconds. */
  async start(): Promise<void> {
    await this.#servers.start();
  }

  close(): void {
    this.#servers.close();
  }

  take(client: string, tokens: number, cost = 1): Eventually<number> {
    const takeLocally = (): number => this.#local.take(client, tokens, cost);
    const asked = this.#servers.take({ key: this.#keyOf(client), tokens, cost });
    if (typeof asked === 'string') return this.#fallBack(asked, takeLocally);
    return asked.then(
      (left) => {
        if (left >= 0) takeLocally();
        return left;
      },
      (error: unknown) => {
        if (error instanceof StoreFault) return this.#fallBack(error.kind, takeLocally);
        throw error;
      },
    );
  }

  #fallBack(reason: FallbackReason, takeLocally: () => number): number {
    this.#metrics.addLabelled('rateLimitFallbacks', reason);
    return takeLocally();
  }

  #keyOf(client: string): string {
    const hash = createHmac('sha256', this.#hashKey).update(client).digest();
    return KEY_PREFIX + hash.toString('base64url', 0, HASH_BYTES);
  }
}
