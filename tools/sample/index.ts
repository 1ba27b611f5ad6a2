/**
 * Invented companies: words, names of people, numbers and check digits for the 35 countries. The bundled sample and
 * the bench data are made of it. No company and no person here is real.
 * @module
 */
import countries from './countries.json' with { type: 'json' };
import { country, type Country, type CountryText } from './country.ts';

export { lei, mod97 } from './check-digits.ts';
export { type Country } from './country.ts';
export { inventedLei } from './lei.ts';
export { companyName, familyName, personName } from './names.ts';
export { registryNumber, type RegistryNumber } from './numbers.ts';
export { Random, WeightedIndex, zipf } from './random.ts';

/** The 35 countries, by code. */
export const FICTION: readonly Country[] = Object.entries(countries as Readonly<Record<string, CountryText>>).map(
  ([code, text]) => country(code, text),
);
