/** The two clocks that the service reads. Tests bring their own. */
export interface Clock {
  /** Milliseconds that never go backwards, from any start, the same in all threads: for durations and the rate limit. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970 in UTC: for cursors and for "today". */
  readonly wallMs: () => number;
}

/** The clocks of the machine. `performance.now` starts anew in each thread, so it is not one clock for all of them. */
export const systemClock: Clock = {
  monotonicMs: () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
  wallMs: () => Date.now(),
};

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
