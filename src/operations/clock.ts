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

/** Returns a day since 1970 as `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the current time in whole seconds since 1970. */
export function readSecond({ wallMs }: WallClock): number {
  return Math.floor(wallMs() / 1000);
}
