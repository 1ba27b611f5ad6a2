export interface Backoff {
  readonly firstMs: number;
  readonly maxMs?: number;
  /** Factor by which each wait is longer than the previous one. Default: 2. */
  readonly factor?: number;
  /** Random share of a wait, 0 to 1, so that clients do not return together. Default: 0. */
  readonly jitter?: number;
}

/** Returns the milliseconds to wait after a number of consecutive failures. */
export function backoffMs(failures: number, { firstMs, maxMs = Infinity, factor = 2, jitter = 0 }: Backoff): number {
  const ms = Math.min(maxMs, firstMs * factor ** Math.max(0, failures - 1));
  return ms * (1 - jitter * Math.random());
}

/** Returns the time of an HTTP date in any of its three forms (RFC 9110, section 5.6.7), in milliseconds; undefined for any other text. */
export function httpDateMs(text: string): number | undefined {
  // JavaScript also parses other texts as dates. The form of asctime names no time zone and means GMT.
  if (!/^[A-Z][a-z]{2,8},? [A-Z\d]/.test(text)) return undefined;
  const ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Returns the milliseconds of a `Retry-After` field (RFC 9110, section 10.2.3), at least 0; undefined if it is missing or malformed. */
export function retryAfterMs(field: string | null | undefined, nowMs: number): number | undefined {
  if (field === null || field === undefined) return undefined;
  if (/^\d+$/.test(field)) return Number(field) * 1000;
  const ms = httpDateMs(field);
  return ms === undefined ? undefined : Math.max(0, ms - nowMs);
}
