/**
 * Invented companies: words, names of people, numbers and check digits for the 35 countries. The bundled sample and
 * the bench data are made of it. No company and no person here is real.
 * @module
 */
import type { Country } from './country.ts';
import { EAST } from './east.ts';
import { NORTH } from './north.ts';
import { SOUTH } from './south.ts';
import { WEST } from './west.ts';

export { lei, mod97 } from './check-digits.ts';
export { type Country } from './country.ts';
export { inventedLei } from './lei.ts';
export { companyName, familyName, personName } from './names.ts';
export { registryNumber, type RegistryNumber } from './numbers.ts';
export { Random, WeightedIndex, zipf } from './random.ts';

/** The 35 countries, by code. */
export const FICTION: readonly Country[] = [...NORTH, ...WEST, ...SOUTH, ...EAST].toSorted((a, b) =>
  a.code < b.code ? -1 : 1,
);
