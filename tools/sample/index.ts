/**
 * Invented companies: words, names of people, numbers and check digits for the 35 countries, of which register lines for benches and
 * tests are made. companies.ndjson is the bundled sample. No company and no person here is real.
 * @module
 */
export { inventedLei, mod97 } from './lei.ts';
export { FICTION, companyName, familyName, personName, type Country } from './country.ts';
export { registryNumber, type RegistryNumber } from './numbers.ts';
export { Random, WeightedIndex, zipf } from './random.ts';
