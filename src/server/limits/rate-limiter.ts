import { randomInt } from 'node:crypto';
import type { Eventually } from '../../backend/index.ts';
import { RATE_LIMIT } from '../../contract/index.ts';
import { hashOfText } from '../cache/text-hash.ts';

/** Limits the requests of each client. A limiter that asks another machine answers later, hence `Eventually`. */
export interface RateLimiter {
  /**
   * Takes `cost` tokens, at most all of them and by default one, for a client (ASCII, at most {@linkcode CLIENT_CHARS_MAX} characters)
   * from its bucket of `tokens`, which refills within {@linkcode RATE_LIMIT}'s window. Returns how many tokens are left. Where there
   * are too few it takes none and returns how many are missing, as a negative number from -1 to -cost. A client is always named with
   * the same number of tokens.
   */
  take(client: string, tokens: number, cost?: number): Eventually<number>;
}

export const CLIENT_CHARS_MAX = 23;

/** How long an empty bucket takes to be full again. */
const BUCKET_MS = RATE_LIMIT.windowSeconds * 1000;

/** When a client with a bucket of `tokens` may ask again, in whole seconds: the missing tokens take no longer to come back. */
export function retryAfterSeconds(tokens: number, missing = 1): number {
  return Math.ceil((RATE_LIMIT.windowSeconds * missing) / tokens);
}

/** How many clients are remembered by default: 3.6 MB, and two million requests a minute before it matters. */
const CLIENTS_MAX = 100_000;
/** Entries in a set: so many that almost no set is full while half of the table is free. */
const WAYS = 32;
const TEXT_BYTES = CLIENT_CHARS_MAX + 1;
const ENTRY_BYTES = Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT + TEXT_BYTES;

/** The first words of the memory: the seed of the hash, how many limiters use the memory, sets, entries in a set. */
const SEED = 0;
const LIMITERS = 1;
const SETS = 2;
const WAYS_USED = 3;
const HEADER_WORDS = 4;

/** A lock that nobody holds, and a tag of an entry without a client. */
const FREE = 0;
/** A lock is held for less than a microsecond, so a thread tries for a few before it sleeps. */
const TRIES = 500;
const SLEEP_MS = 0.1;
/** Whoever holds one lock for so long has ended. */
const HOLD_MS_MAX = 1000;
/** The number of a limiter in its lock words; the other bits count, so that no two words are alike for long. */
const LIMITER_BITS = 10;

/** Memory for the buckets of so many clients, to be shared by threads. */
export function rateLimitMemory(clientsMax: number = CLIENTS_MAX): SharedArrayBuffer {
  const ways = Math.min(WAYS, clientsMax);
  const sets = Math.floor(clientsMax / ways);
  const words = HEADER_WORDS + sets + (sets & 1);
  const memory = new SharedArrayBuffer(words * Int32Array.BYTES_PER_ELEMENT + sets * ways * ENTRY_BYTES);
  new Int32Array(memory).set([randomInt(2 ** 32) | 0, 0, sets, ways]);
  return memory;
}

/**
 * A token bucket for each client, stored as the moment when it will be full again. Threads of a process may share the memory: each
 * makes its own limiter over it, and the limit is exact over all of them.
 *
 * The memory is a set-associative table. The hash of a client selects a set; it is seeded, so clients cannot choose colliding keys. In
 * a full set the fullest bucket is replaced, because its client loses the least.
 *
 * Each set has a lock. A thread that ends while it holds a lock loses at most the request that it was counting. After a second another
 * thread takes the lock over.
 */
export class TokenBuckets implements RateLimiter {
  readonly #nowMs: () => number;
  readonly #seed: number;
  readonly #sets: number;
  readonly #ways: number;
  readonly #locks: Int32Array;
  /** When each bucket will be full again, in milliseconds of the clock. */
  readonly #fullAtMs: Float64Array;
  /** The hash of each client: an entry is compared with a client only where it is the same. */
  readonly #tags: Int32Array;
  /** The client of each entry, ended by a zero. */
  readonly #texts: Uint8Array;
  /** What this limiter wrote into the lock it took last. */
  #lockWord: number;

  /** `nowMs` never goes backwards, and is the same clock in all threads that share the memory. */
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

  /** How many clients are remembered now. */
  get size(): number {
    return this.#tags.reduce((size, tag) => (tag === FREE ? size : size + 1), 0);
  }

  take(client: string, tokens: number, cost = 1): number {
    if (cost > tokens) throw new RangeError(`Cannot take ${cost} tokens of ${tokens}`);
    if (client.length > CLIENT_CHARS_MAX)
      throw new RangeError(`Cannot count for the client "${client}": it is too long`);
    const hash = hashOfText(client, this.#seed);
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    const tag = mixed === FREE ? 1 : mixed;
    const set = ((mixed ^ (mixed >>> 13)) >>> 0) % this.#sets;
    this.#lock(set);
    // The clock is read under the lock, so times never go backwards in a bucket. It is read in whole milliseconds, because rounding
    // the sums of fractions would refuse the 60th request now and then.
    const now = Math.floor(this.#nowMs());
    const entry = this.#find(client, tag, set);
    const refillMs = BUCKET_MS / tokens;
    const fullAt = Math.max(now, entry < 0 ? 0 : (this.#fullAtMs[entry] ?? 0)) + cost * refillMs;
    const leftMs = BUCKET_MS - (fullAt - now);
    if (leftMs >= 0) this.#fullAtMs[entry < 0 ? this.#replaceFullest(client, tag, set) : entry] = fullAt;
    this.#unlock(set);
    return Math.max(-cost, Math.floor(leftMs / refillMs));
  }

  #find(client: string, tag: number, set: number): number {
    const end = (set + 1) * this.#ways;
    for (let entry = end - this.#ways; entry < end; entry++) {
      if (this.#tags[entry] === tag && this.#isOf(client, entry)) return entry;
    }
    return -1;
  }

  #isOf(client: string, entry: number): boolean {
    const start = entry * TEXT_BYTES;
    for (let i = 0; i < client.length; i++) if (this.#texts[start + i] !== client.charCodeAt(i)) return false;
    return this.#texts[start + client.length] === 0;
  }

  /** Gives the client a free entry of the set (its bucket has been full since 0), or else that of the fullest bucket. */
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
    // The thread that holds it is not running now, or has ended.
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

  /** Leaves a lock alone that another thread has taken over. */
  #unlock(set: number): void {
    Atomics.compareExchange(this.#locks, set, this.#lockWord, FREE);
  }
}
