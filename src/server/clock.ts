/** The two clocks that the service reads. Tests bring their own. */
export interface Clock {
  /** Milliseconds that never go backwards, from any start: for durations and the rate limit. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970 in UTC: for cursors and for "today". */
  readonly wallMs: () => number;
}

/** The clocks of the machine. */
export const systemClock: Clock = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

/** Milliseconds that never go backwards, the same in every process of this machine. */
export function machineMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

const DAY_MS = 86_400_000;

/** Today in UTC, in days since 1970. */
export function dayOf({ wallMs }: Clock): number {
  return Math.floor(wallMs() / DAY_MS);
}

/** A day since 1970 as `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Now, in whole seconds since 1970. */
export function secondOf({ wallMs }: Clock): number {
  return Math.floor(wallMs() / 1000);
}
