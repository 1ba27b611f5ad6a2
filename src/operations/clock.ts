/** The clock for cursors and for "today". */
export interface WallClock {
  /** Milliseconds since 1970 in UTC. */
  readonly wallMs: () => number;
}

const DAY_MS = 86_400_000;

/** Returns today in UTC, in days since 1970. */
export function readDay({ wallMs }: WallClock): number {
  return Math.floor(wallMs() / DAY_MS);
}

/** The day that was formatted last: every request of a day needs the same one, and formatting it takes 3 % of a request. */
let last = { day: NaN, text: '' };

/** Returns a day since 1970 as `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  if (day !== last.day) last = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  return last.text;
}

/** Returns the current time in whole seconds since 1970. */
export function readSecond({ wallMs }: WallClock): number {
  return Math.floor(wallMs() / 1000);
}
