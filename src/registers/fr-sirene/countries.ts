import countries from './countries.json' with { type: 'json' };

/**
 * The codes of countries in INSEE's Code officiel géographique (edition of 2025), without the 99 in front of each, and
 * their ISO 3166-1 codes as that edition gives them. A code of several territories is not in the list, nor is one
 * for which ISO has nothing (Kosovo), nor 431, which is Aruba today and was the whole of the Netherlands Antilles.
 */
const BY_CODE: ReadonlyMap<string, string> = new Map(
  Object.entries(countries.byCode).map(([code, country]) => [`99${code}`, country]),
);

/**
 * Territories that share a code, with each other or, in older rows, with their state (Jersey had that of the United
 * Kingdom): the published label, in the capitals of INSEE's list, says which one is meant.
 */
const BY_LABEL: ReadonlyMap<string, string> = new Map(Object.entries(countries.byLabel));

/**
 * The ISO 3166-1 code of a country that the register writes in two columns: five digits that begin with 99, and a label.
 * Undefined unless they name exactly one country.
 */
export function countryCodeOf(code: string, label: string | undefined): string | undefined {
  return BY_LABEL.get(label?.toUpperCase() ?? '') ?? BY_CODE.get(code);
}
