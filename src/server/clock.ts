/** The two clocks the service reads. Tests bring their own. */
export interface Clock {
  /** Milliseconds that never go backwards, from any start: for durations and the allowance. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970 in UTC: for cursors and for "today". */
  readonly wallMs: () => number;
}

/** The clocks of the machine. */
export const systemClock: Clock = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

/** Milliseconds that never go backwards, the same in every process of this machine: for an allowance they share. */
export function machineMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
