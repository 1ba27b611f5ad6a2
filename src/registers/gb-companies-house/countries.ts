import { CountryNames } from '../../importer/index.ts';

/** What the register writes besides the names of countries. `CHANNEL ISLANDS` is two countries. */
const COUNTRIES = new CountryNames([
  ['GG', 'Guernsey, Channel Islands'],
  ['JE', 'Jersey, Channel Islands'],
]);

/** The ISO 3166-1 code of an address country, which the register publishes as free text; undefined where it is in doubt. */
export function countryCodeOf(name: string): string | undefined {
  return COUNTRIES.codeOf(name);
}
