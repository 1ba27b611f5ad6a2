import { FICTION, Random, WeightedIndex } from '../tools/sample/index.ts';
import { BenchRegister } from './register.ts';

export interface BenchOptions {
  /** How many companies. */
  readonly companies: number;
  /** Another seed gives other companies; the same seed the same, and fewer companies are the first of more. */
  readonly seed: number;
}

/** Lines per batch: about half a megabyte, which a file takes in one write. */
const BATCH_LINES = 1024;

/**
 * Register lines with the skew of real registers (large and small countries, hot first words, consecutive numbers),
 * in batches of lines that each end in a line feed.
 */
export function* generateLines({ companies, seed }: BenchOptions): Generator<string> {
  const random = new Random(seed);
  const registers = FICTION.map((country) => new BenchRegister(country, random));
  const country = new WeightedIndex(FICTION.map(({ thousands }) => thousands));
  for (let serial = 0; serial < companies;) {
    let batch = '';
    const end = Math.min(serial + BATCH_LINES, companies);
    for (; serial < end; serial++) batch += registers[country.draw(random)]?.line(random, serial);
    yield batch;
  }
}
