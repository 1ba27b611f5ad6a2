import countries from './countries.json' with { type: 'json' };

/** The 35 countries that the service covers, ISO 3166-1 alpha-2, with their English short names. */
export const COUNTRIES: ReadonlyMap<string, string> = new Map(Object.entries(countries));

/** A country as clients name it: two letters in either case, or `all`. */
export const COUNTRY_FILTER_PATTERN = '^([A-Za-z]{2}|[Aa][Ll][Ll])$';

const COUNTRY_FILTER = new RegExp(COUNTRY_FILTER_PATTERN);

/** Codes in wide use that ISO 3166-1 reserves for a country with another code; the European Union uses both. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
]);

/** Returns the ISO code that a country filter means, in upper case, or `all`; undefined for any other text. */
export function countryFilter(text: string): string | undefined {
  if (!COUNTRY_FILTER.test(text)) return undefined;
  const code = text.toUpperCase();
  return code === 'ALL' ? 'all' : (OTHER_CODES.get(code) ?? code);
}

/** ISO 3166-1 alpha-2, upper case. Addresses may be in any country of the world, not only in the 35. */
export const COUNTRY_CODE_PATTERN = '^[A-Z]{2}$';

/** ISO 3166-1 alpha-2 or ISO 3166-2: the jurisdictions that scope a registry number. */
export const COUNTRY_SCOPE_PATTERN = '^[A-Z]{2}(-[A-Z0-9]{1,3})?$';
