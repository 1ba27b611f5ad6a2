import { RATE_LIMIT } from '../../contract/index.ts';
import type { Eventually } from '../../backend/index.ts';
import { ClientTable } from './client-table.ts';

/** Counts requests per client. A limiter shared by several processes may answer later, hence `Eventually`. */
export interface Limiter {
  /** Takes one request out of the allowance of a client (a text of at most 23 ASCII characters). Returns how many are left, or -1 when none was. */
  take(client: string): Eventually<number>;
}

/** How long one request takes to come back into the bucket. */
const REFILL_MS = (RATE_LIMIT.windowSeconds * 1000) / RATE_LIMIT.requests;
const BUCKET_MS = REFILL_MS * RATE_LIMIT.requests;

/**
 * A bucket is one number: the moment when it will be full again. Returns this moment after one more request. One that
 * is full already (`known` lies before `nowMs`, or is undefined) is as good as forgotten.
 */
export function fullAtAfter(known: number | undefined, nowMs: number): number {
  return (known === undefined || known < nowMs ? nowMs : known) + REFILL_MS;
}

/** How many requests are left in a bucket that will be full at `fullAtMs`, or -1 when that is more than it holds. */
export function leftIn(fullAtMs: number, nowMs: number): number {
  const leftMs = BUCKET_MS - (fullAtMs - nowMs);
  return leftMs < 0 ? -1 : Math.floor(leftMs / REFILL_MS);
}

/** The moment up to which half of these buckets are full again, one of them at least: what is forgotten at a bound. */
export function medianOf(fullAtMs: Iterable<number>): { readonly surplus: number; readonly median: number } {
  const sorted = Float64Array.from(fullAtMs).toSorted();
  const surplus = Math.max(1, sorted.length >> 1);
  return { surplus, median: sorted[surplus - 1] ?? Infinity };
}

/** When a client whose bucket is empty may ask again, in whole seconds. */
export const RETRY_AFTER_SECONDS = Math.max(1, Math.ceil(REFILL_MS / 1000));

/** How many clients are remembered: 4 MB, and two million requests a minute before it matters. */
export const CLIENTS_MAX = 100_000;

/**
 * A token bucket per client, in the memory of this process.
 *
 * At the bound the fullest half is forgotten: those clients lose nothing, or the least. A drained bucket goes early
 * only when more than half of all remembered clients are drained.
 */
export class MemoryLimiter implements Limiter {
  /** The moment when the bucket of each client will be full again. */
  readonly #fullAtMs: ClientTable;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number, clientsMax: number = CLIENTS_MAX) {
    this.#nowMs = nowMs;
    this.#fullAtMs = new ClientTable(clientsMax);
  }

  /** How many clients are remembered now. */
  get size(): number {
    return this.#fullAtMs.size;
  }

  take(client: string): number {
    // Whole milliseconds, because sums of fractions are rounded: the 60th request would be refused now and then.
    const now = Math.floor(this.#nowMs());
    const known = this.#fullAtMs.get(client);
    const fullAt = fullAtAfter(known, now);
    const left = leftIn(fullAt, now);
    if (left < 0) return -1;
    if (known === undefined && this.#fullAtMs.isFull) this.#forgetFullest();
    this.#fullAtMs.set(client, fullAt);
    return left;
  }

  #forgetFullest(): void {
    const { surplus, median } = medianOf(this.#fullAtMs.numbers());
    let left = surplus;
    this.#fullAtMs.keepOnly((fullAt) => fullAt > median || left-- <= 0);
  }
}
