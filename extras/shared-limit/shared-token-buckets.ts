import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Eventually } from '../../src/backend/index.ts';
import type { Metrics } from '../../src/server/telemetry/metrics.ts';
import type { RateLimiter, TokenBuckets } from '../../src/server/limits/rate-limiter.ts';
import type { StoreConnection, StoreOptions } from './connection.ts';
import { StoreFault, type FallbackReason } from './faults.ts';
import { KEY_PREFIX, type Taking } from './script.ts';
import { StoreServers } from './servers.ts';

/** So much of a hash that no two clients share it. */
const HASH_BYTES = 16;

export interface SharedBucketsOptions extends Omit<StoreOptions, 'onAway'> {
  /** What all servers share; clients are hashed with a key that is derived from it. */
  readonly secret: Uint8Array;
  /** Decides where the store does not, and is told of what the store allows. */
  readonly local: TokenBuckets;
  readonly metrics: Metrics;
}

/**
 * A token bucket for each client in a store that servers share (Redis or Valkey, one or a cluster), so that a limit is exact over all of
 * them. The store knows clients by keyed hashes. Where it does not answer in time, the buckets of this process decide. They are charged
 * for every request, so that no client gets more from one server than the limit, whoever decides.
 */
export class SharedTokenBuckets implements RateLimiter {
  readonly #local: TokenBuckets;
  readonly #metrics: Metrics;
  readonly #nowMs: () => number;
  readonly #deadlineMs: number;
  readonly #hashKey: KeyObject;
  readonly #servers: StoreServers;

  constructor({ secret, local, metrics, ...options }: SharedBucketsOptions) {
    this.#local = local;
    this.#metrics = metrics;
    this.#nowMs = options.nowMs;
    this.#deadlineMs = options.deadlineMs;
    const bytes = hkdfSync('sha256', secret, '', 'openfirma clients of the rate limit', 32);
    this.#hashKey = createSecretKey(Buffer.from(bytes));
    const onAway = (servers: number): void => metrics.setGauge('storeAway', servers);
    this.#servers = new StoreServers({ ...options, onAway });
  }

  /** Connects; resolves when it is known whether the store answers. */
  async start(): Promise<void> {
    await this.#servers.start();
  }

  close(): void {
    this.#servers.close();
  }

  take(client: string, tokens: number, cost = 1): Eventually<number> {
    const key = this.#keyOf(client);
    const connection = this.#servers.connectionOf(key);
    const refusal = connection === undefined ? 'away' : connection.refusal;
    const takeLocally = (): number => this.#local.take(client, tokens, cost);
    if (connection === undefined || refusal !== undefined) return this.#fallBack(refusal ?? 'away', takeLocally);
    return this.#takeShared(connection, { key, tokens, cost }, takeLocally);
  }

  async #takeShared(connection: StoreConnection, taking: Taking, takeLocally: () => number): Promise<number> {
    const startedMs = this.#nowMs();
    let asked = connection;
    let isAsking = false;
    for (let isRedirected = false; ; isRedirected = true) {
      try {
        const withinMs = Math.max(1, this.#deadlineMs - (isRedirected ? this.#nowMs() - startedMs : 0));
        const left = await asked.take(taking, withinMs, isAsking);
        if (left >= 0) takeLocally();
        return left;
      } catch (error) {
        if (!(error instanceof StoreFault)) throw error;
        const next = isRedirected ? undefined : this.#servers.redirected(error, asked);
        if (next?.refusal !== undefined || next === undefined) return this.#fallBack(error.kind, takeLocally);
        isAsking = error.code === 'ASK';
        asked = next;
      }
    }
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
