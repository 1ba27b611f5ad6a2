import { CountryNames } from '../../importer/index.ts';
import countries from './countries.json' with { type: 'json' };

/** The Romanian names of countries, with those of the register that Unicode does not have. */
export const COUNTRIES = new CountryNames(
  Object.entries(countries).flatMap(([code, names]) => names.map((name): [string, string] => [code, name])),
  'ro',
);
