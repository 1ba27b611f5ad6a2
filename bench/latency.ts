/** Steps per power of two: values are exact to one part in 128. */
const STEPS = 128;
/** Up to 2^37 microseconds, a day and a half. */
const COUNTERS = 32 * STEPS;

/** Counts latencies in microseconds in steps that grow with the latency, as HDR Histogram does: memory is bounded. */
export class Latencies {
  readonly #counts = new Float64Array(COUNTERS);
  #total = 0;
  #worst = 0;

  record(microseconds: number): void {
    const step = Math.min(stepOf(Math.max(0, Math.floor(microseconds))), COUNTERS - 1);
    this.#counts[step] = (this.#counts[step] ?? 0) + 1;
    this.#total++;
    if (microseconds > this.#worst) this.#worst = microseconds;
  }

  /** The latency of this quantile (0 to 1), rounded up to the end of its step. */
  within(share: number): number {
    const wanted = Math.ceil(share * this.#total);
    let seen = 0;
    for (let step = 0; step < COUNTERS; step++) {
      seen += this.#counts[step] ?? 0;
      if (seen >= wanted && seen > 0) return Math.min(this.#worst, endOf(step));
    }
    return this.#worst;
  }

  /** The highest latency, exact. */
  get worst(): number {
    return this.#worst;
  }

  get total(): number {
    return this.#total;
  }
}

/** Values below `2 * STEPS` have a step each; above, each power of two has `STEPS`. */
function stepOf(value: number): number {
  if (value < 2 * STEPS) return value;
  const exponent = Math.floor(Math.log2(value)) - Math.log2(STEPS);
  return exponent * STEPS + Math.floor(value / 2 ** exponent);
}

/** The first value after a step. */
function endOf(step: number): number {
  if (step < 2 * STEPS) return step + 1;
  const exponent = Math.floor(step / STEPS) - 1;
  return (step - exponent * STEPS + 1) * 2 ** exponent;
}
