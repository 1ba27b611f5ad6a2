import countries from './countries.json' with { type: 'json' };
import { fold } from './fold.ts';

/**
 * How the register may write a country: its Romanian names. Names of more than one country (Congo, Coreea) and of states that no longer
 * exist (Iugoslavia, U.R.S.S.) are not in it.
 */
const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(countries).flatMap(([code, names]) => names.map((name): [string, string] => [fold(name), code])),
);

/** The ISO 3166-1 code of a country that the register names in Romanian; undefined where it names none beyond doubt. */
export function countryCodeOf(name: string): string | undefined {
  return CODES.get(fold(name));
}
