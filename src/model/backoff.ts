/** How waits between attempts grow. */
export interface Backoff {
  /** The wait after the first failure, in milliseconds. */
  readonly firstMs: number;
  /** The longest wait. */
  readonly maxMs?: number;
  /** How much longer each wait is than the one before; 2 unless set. */
  readonly factor?: number;
  /** The share of a wait that is random, 0 to 1: it keeps clients from returning together. None unless set. */
  readonly jitter?: number;
}

/** The milliseconds to wait after a number of failures in a row. */
export function backoffMs(failures: number, { firstMs, maxMs = Infinity, factor = 2, jitter = 0 }: Backoff): number {
  const ms = Math.min(maxMs, firstMs * factor ** Math.max(0, failures - 1));
  return ms * (1 - jitter * Math.random());
}

/** Every form of a date in HTTP begins with a day; JavaScript parses much else as a date. */
const DATE = /^[A-Z][a-z]{2}/;

/** The milliseconds of a `Retry-After` field (RFC 9110, section 10.2.3), at least 0; undefined if it is missing or malformed. */
export function retryAfterMs(field: string | null | undefined, nowMs: number): number | undefined {
  if (field === null || field === undefined) return undefined;
  const ms = /^\d+$/.test(field) ? Number(field) * 1000 : DATE.test(field) ? Date.parse(field) - nowMs : NaN;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
