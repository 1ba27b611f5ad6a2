import { hrtime } from 'node:process';
import type { WallClock } from '../operations/index.ts';

export interface Clock extends WallClock {
  /** Milliseconds that never go backwards, from an arbitrary start, the same in all threads: for durations and the rate limit. */
  readonly monotonicMs: () => number;
}

/** The clocks of the machine. `performance.now` starts at zero in each thread, so threads cannot share it. */
export const systemClock: Clock = {
  monotonicMs: () => {
    const [seconds, nanoseconds] = hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
  wallMs: () => Date.now(),
};
