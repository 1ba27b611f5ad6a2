import { randomInt } from 'node:crypto';
import type { Eventually } from '../../backend/index.ts';
import { RATE_LIMIT, RATE_LIMIT_NETWORKS } from '../../contract/index.ts';
import { hashOfText, spreadHash } from '../cache/text-hash.ts';
import { toNetworks, type NetworkRefusal } from './networks.ts';

/** Limits the requests of each client. A limiter on another machine returns a promise. */
export interface RateLimiter {
  /**
   * Takes `cost` tokens for a client (ASCII, at most {@linkcode CLIENT_CHARS_MAX} characters) from its bucket of `tokens`, which refills
   * within {@linkcode RATE_LIMIT}'s window, and from those of its networks. Returns how many tokens are left in the bucket with the fewest.
   * If there are too few, it takes none and returns how many are missing, as a negative number from -1 to -cost, or which network refuses.
   * All calls for a client must have the same `tokens`.
   */
  take(client: string, tokens: number, cost?: number): Eventually<Taken>;
}

export type Taken = number | NetworkRefusal;

export const CLIENT_CHARS_MAX = 23;

const BUCKET_MS = RATE_LIMIT.windowSeconds * 1000;
const [HOME, SITE] = RATE_LIMIT_NETWORKS;

/**
 * A number of tokens above the rounding errors of a bucket's sums, which would refuse the last request of a burst. The largest errors are
 * those of a bucket of 10,000 tokens after a month.
 */
export const ROUNDING_TOKENS = 5e-4;

/** Returns the whole seconds after which a bucket of `tokens` has regained the missing tokens. */
export function retryAfterSeconds(tokens: number, missing = 1): number {
  return Math.ceil((RATE_LIMIT.windowSeconds * missing) / tokens);
}

/** Default number of clients in memory: 3.6 MB, enough for two million requests a minute. */
const CLIENTS_MAX = 100_000;
/** Number of entries per set: almost no set is full while half of the table is free. */
const WAYS = 32;
const TEXT_BYTES = CLIENT_CHARS_MAX + 1;
const ENTRY_BYTES = Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT + TEXT_BYTES;

/** The indexes of the first words of the memory: the seed of the hash, the number of limiters, of sets, and of entries per set. */
const SEED = 0;
const LIMITERS = 1;
const SETS = 2;
const WAYS_USED = 3;
const HEADER_WORDS = 4;

/** A free lock, and the tag of a free entry. */
const FREE = 0;
/** Number of attempts before a thread sleeps, some microseconds. A lock is held for less than a microsecond. */
const TRIES = 500;
const SLEEP_MS = 0.1;
/** Milliseconds after which another thread takes a lock, because the thread that holds it has ended. */
const HOLD_MS_MAX = 1000;
/** Number of bits for the number of a limiter in its lock words. The other bits count up, so that words do not repeat soon. */
const LIMITER_BITS = 10;

/** Allocates memory for the buckets of `clientsMax` clients, which threads can share. */
export function rateLimitMemory(clientsMax: number = CLIENTS_MAX): SharedArrayBuffer {
  const ways = Math.min(WAYS, clientsMax);
  const sets = Math.floor(clientsMax / ways);
  const words = HEADER_WORDS + sets + (sets & 1);
  const memory = new SharedArrayBuffer(words * Int32Array.BYTES_PER_ELEMENT + sets * ways * ENTRY_BYTES);
  new Int32Array(memory).set([randomInt(2 ** 32) | 0, 0, sets, ways]);
  return memory;
}

/**
 * A token bucket per client, stored as the time when it will be full again. Threads of a process may share the memory: each has its own
 * limiter, and the limit is exact over all of them.
 *
 * The memory is a set-associative table. The hash of a client selects a set; it is seeded, so clients cannot choose colliding keys. In
 * a full set the fullest bucket is replaced, because its client loses the least.
 *
 * Each set has a lock. A thread that ends while it holds a lock loses at most the request that it was counting; another thread takes the
 * lock after a second.
 */
export class TokenBuckets implements RateLimiter {
  readonly #nowMs: () => number;
  readonly #seed: number;
  readonly #sets: number;
  readonly #ways: number;
  readonly #locks: Int32Array;
  readonly #fullAtMs: Float64Array;
  /** The hash of the client of each entry: only entries with the same hash are compared with a client. */
  readonly #tags: Int32Array;
  /** The client of each entry, ended by a zero. */
  readonly #texts: Uint8Array;
  #lockWord: number;

  /** @param nowMs never goes backwards, and is the same clock in all threads that share the memory */
  constructor(nowMs: () => number, memory: SharedArrayBuffer = rateLimitMemory()) {
    const header = new Int32Array(memory, 0, HEADER_WORDS);
    this.#nowMs = nowMs;
    this.#seed = header[SEED] ?? 0;
    this.#sets = header[SETS] ?? 0;
    this.#ways = header[WAYS_USED] ?? 0;
    this.#lockWord = (Atomics.add(header, LIMITERS, 1) % (2 ** LIMITER_BITS - 1)) + 1;
    const entries = this.#sets * this.#ways;
    this.#locks = new Int32Array(memory, header.byteLength, this.#sets);
    this.#fullAtMs = new Float64Array(memory, memory.byteLength - entries * ENTRY_BYTES, entries);
    this.#tags = new Int32Array(memory, this.#fullAtMs.byteOffset + this.#fullAtMs.byteLength, entries);
    this.#texts = new Uint8Array(memory, this.#tags.byteOffset + this.#tags.byteLength, entries * TEXT_BYTES);
  }

  get size(): number {
    return this.#tags.reduce((size, tag) => (tag === FREE ? size : size + 1), 0);
  }

  take(client: string, tokens: number, cost = 1): Taken {
    if (cost > tokens) throw new RangeError(`Cannot take ${cost} tokens of ${tokens}`);
    if (client.length > CLIENT_CHARS_MAX)
      throw new RangeError(`Cannot count for the client "${client}": it is too long`);
    const left = this.#take(client, tokens, cost);
    return left < 0 || !client.includes(':') ? left : this.#takeOfNetworks(client, tokens, cost, left);
  }

  /** Takes from the networks of a client what the client has paid. If one refuses, gives back what was taken for the request. */
  #takeOfNetworks(client: string, tokens: number, cost: number, left: number): Taken {
    const [home, site] = toNetworks(client);
    const leftOfHome = this.#take(home, tokens * HOME.clients, cost);
    if (leftOfHome < 0) {
      this.#take(client, tokens, -cost);
      return { ...HOME, missing: -leftOfHome };
    }
    const leftOfSite = this.#take(site, tokens * SITE.clients, cost);
    if (leftOfSite < 0) {
      this.#take(client, tokens, -cost);
      this.#take(home, tokens * HOME.clients, -cost);
      return { ...SITE, missing: -leftOfSite };
    }
    return Math.min(left, leftOfHome, leftOfSite);
  }

  #take(client: string, tokens: number, cost: number): number {
    const mixed = spreadHash(hashOfText(client, this.#seed));
    const tag = mixed === FREE ? 1 : mixed;
    const set = ((mixed ^ (mixed >>> 13)) >>> 0) % this.#sets;
    this.#lock(set);
    // The clock is read under the lock, so times never go backwards in a bucket.
    const now = Math.floor(this.#nowMs());
    const entry = this.#find(client, tag, set);
    const refillMs = BUCKET_MS / tokens;
    const fullAt = Math.max(now, entry < 0 ? 0 : (this.#fullAtMs[entry] ?? 0)) + cost * refillMs;
    const left = Math.floor((BUCKET_MS - (fullAt - now)) / refillMs + ROUNDING_TOKENS);
    if (left >= 0) this.#fullAtMs[entry < 0 ? this.#replaceFullest(client, tag, set) : entry] = fullAt;
    this.#unlock(set);
    return Math.max(-cost, left);
  }

  #find(client: string, tag: number, set: number): number {
    const end = (set + 1) * this.#ways;
    for (let entry = end - this.#ways; entry < end; entry++) {
      if (this.#tags[entry] === tag && this.#hasClient(client, entry)) return entry;
    }
    return -1;
  }

  #hasClient(client: string, entry: number): boolean {
    const start = entry * TEXT_BYTES;
    for (let i = 0; i < client.length; i++) if (this.#texts[start + i] !== client.charCodeAt(i)) return false;
    return this.#texts[start + client.length] === 0;
  }

  /** Gives the client the entry with the fullest bucket of the set; free entries have been full since 0. */
  #replaceFullest(client: string, tag: number, set: number): number {
    const end = (set + 1) * this.#ways;
    let fullest = end - this.#ways;
    for (let entry = fullest + 1; entry < end; entry++) {
      if ((this.#fullAtMs[entry] ?? 0) < (this.#fullAtMs[fullest] ?? 0)) fullest = entry;
    }
    const start = fullest * TEXT_BYTES;
    this.#tags[fullest] = FREE;
    for (let i = 0; i < client.length; i++) this.#texts[start + i] = client.charCodeAt(i);
    this.#texts[start + client.length] = 0;
    this.#tags[fullest] = tag;
    return fullest;
  }

  #lock(set: number): void {
    this.#lockWord = (this.#lockWord + 2 ** LIMITER_BITS) | 0;
    for (let tries = 0; tries < TRIES; tries++) {
      if (Atomics.compareExchange(this.#locks, set, FREE, this.#lockWord) === FREE) return;
    }
    // The holder is suspended, or has ended.
    let holder = FREE;
    let sinceMs = 0;
    for (;;) {
      const found = Atomics.compareExchange(this.#locks, set, FREE, this.#lockWord);
      if (found === FREE) return;
      const now = performance.now();
      if (found !== holder) [holder, sinceMs] = [found, now];
      else if (now - sinceMs > HOLD_MS_MAX) {
        if (Atomics.compareExchange(this.#locks, set, holder, this.#lockWord) === holder) return;
      }
      Atomics.wait(this.#locks, set, found, SLEEP_MS);
    }
  }

  /** Does nothing if another thread has taken the lock. */
  #unlock(set: number): void {
    Atomics.compareExchange(this.#locks, set, this.#lockWord, FREE);
  }
}
