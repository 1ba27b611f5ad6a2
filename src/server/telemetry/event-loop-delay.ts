import type { Metrics } from './metrics.ts';

/** How often the delay is measured: seldom enough to cost nothing (a two-thousandth of a core), and a stall of 50 ms is seen. */
const TICK_MS = 20;
/** So few delays have no mean: one pause would be a large part of it. */
const MEAN_COUNT_MIN = 5;

/**
 * Measures the delay of the event loop of this thread, which every request waits for besides its own work: how late a timer is. It is
 * counted as a histogram, because histograms of several workers can be added. OpenTelemetry exports percentiles, which cannot.
 */
export class EventLoopDelay {
  readonly #metrics: Metrics;
  #timer: NodeJS.Timeout | undefined;
  #sumMs = 0;
  #maxMs = 0;
  #count = 0;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  start(): void {
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      const delayMs = Math.max(0, now - last - TICK_MS);
      last = now;
      this.#sumMs += delayMs;
      this.#maxMs = Math.max(this.#maxMs, delayMs);
      this.#count++;
      this.#metrics.recordDelay(delayMs / 1000);
    }, TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The mean since `reset`, in milliseconds, without the largest, which may be a pause of the machine; undefined of few delays. */
  get meanMs(): number | undefined {
    return this.#count < MEAN_COUNT_MIN ? undefined : (this.#sumMs - this.#maxMs) / (this.#count - 1);
  }

  reset(): void {
    this.#sumMs = 0;
    this.#maxMs = 0;
    this.#count = 0;
  }
}
