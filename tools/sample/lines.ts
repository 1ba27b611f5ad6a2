import { FICTION, Random, WeightedIndex } from './index.ts';
import { BusyRegister } from './busy-register.ts';

export interface LinesOptions {
  readonly companies: number;
  /** The same seed generates the same companies: a smaller number returns the first companies of a larger one. */
  readonly seed: number;
}

/** Lines per batch: about half a megabyte. */
const BATCH_LINES = 1024;

/**
 * Generates register lines of invented companies with the skew of real registers: large and small countries, frequent first words,
 * consecutive numbers. Yields batches of lines, each line with its line feed.
 */
export function* generateLines({ companies, seed }: LinesOptions): Generator<string> {
  const random = new Random(seed);
  const registers = FICTION.map((country) => new BusyRegister(country, random));
  const country = new WeightedIndex(FICTION.map(({ thousands }) => thousands));
  for (let serial = 0; serial < companies;) {
    let batch = '';
    const end = Math.min(serial + BATCH_LINES, companies);
    for (; serial < end; serial++) batch += registers[country.draw(random)]?.line(random, serial);
    yield batch;
  }
}
