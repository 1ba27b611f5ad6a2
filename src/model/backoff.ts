export interface Backoff {
  readonly firstMs: number;
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

/** The milliseconds of a date of HTTP in any of its three forms (RFC 9110, section 5.6.7); undefined for any other text. */
export function httpDateMs(text: string): number | undefined {
  // JavaScript parses much else as a date. The form of asctime names no zone and means GMT.
  if (!/^[A-Z][a-z]{2,8},? [A-Z\d]/.test(text)) return undefined;
  const ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The milliseconds of a `Retry-After` field (RFC 9110, section 10.2.3), at least 0; undefined if it is missing or malformed. */
export function retryAfterMs(field: string | null | undefined, nowMs: number): number | undefined {
  if (field === null || field === undefined) return undefined;
  if (/^\d+$/.test(field)) return Number(field) * 1000;
  const ms = httpDateMs(field);
  return ms === undefined ? undefined : Math.max(0, ms - nowMs);
}
