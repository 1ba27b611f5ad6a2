import type { Metrics } from './metrics.ts';

/** Milliseconds between measurements. They cost a two-thousandth of a core and show a stall of 50 ms. */
const TICK_MS = 20;
/** Minimum number of delays for a mean: with fewer, one pause would dominate it. */
const MEAN_COUNT_MIN = 5;

/**
 * Measures how late a timer of this thread's event loop is: every request waits for this delay besides its own work. Delays are counted in
 * a histogram, because histograms of several workers can be added, unlike the percentiles that OpenTelemetry exports.
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

  /**
   * The mean since `reset` in milliseconds, without the largest delay, which may be a pause of the machine; undefined if there are too few
   * delays.
   */
  get meanMs(): number | undefined {
    return this.#count < MEAN_COUNT_MIN ? undefined : (this.#sumMs - this.#maxMs) / (this.#count - 1);
  }

  reset(): void {
    this.#sumMs = 0;
    this.#maxMs = 0;
    this.#count = 0;
  }
}
