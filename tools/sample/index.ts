/**
 * Invented companies: words, names of people, numbers and check digits for the 35 countries, of which register lines for benches and
 * tests are made. No company and no person here is real. companies.ndjson is the bundled sample: pages, examples and tests name its
 * companies, so it is data, and a new company is a new line.
 * @module
 */
export { inventedLei, mod97 } from './lei.ts';
export { FICTION, companyName, familyName, personName, type Country } from './country.ts';
export { registryNumber, type RegistryNumber } from './numbers.ts';
export { Random, WeightedIndex, zipf } from './random.ts';
