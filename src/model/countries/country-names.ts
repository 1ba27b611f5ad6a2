import alpha3 from './alpha-3.json' with { type: 'json' };
import otherNames from './country-names.json' with { type: 'json' };

const ALPHA_2_CODES: ReadonlyMap<string, string> = new Map(Object.entries(alpha3));

/** Returns the two-letter code of a country for its three-letter code. */
export function alpha2Of(letters: string): string | undefined {
  return ALPHA_2_CODES.get(letters);
}

/** Region codes of Unicode that are not in ISO 3166-1: unions, test data, and parts of countries. */
const NO_COUNTRIES = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

/**
 * The countries of ISO 3166-1 by their names in one language. The names are from Unicode (CLDR). In English, the list also has earlier
 * names, and names of parts that have no code (country-names.json). A name that several countries share is not in the list. Differences
 * in case, accents, punctuation, `the`, `&` and `St` are ignored; `Korea, Republic of` is `Republic of Korea`.
 */
export class NamedCountries {
  readonly #codes = new Map<string, string>();

  /** @param own additional names, by code */
  constructor(own: Readonly<Record<string, readonly string[]>> = {}, language = 'en') {
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
      for (const code of countryCodes()) this.#add(code, names.of(code) ?? '');
    }
    const others: typeof own = language === 'en' ? otherNames : {};
    for (const [code, names] of [...Object.entries(others), ...Object.entries(own)])
      for (const name of names) this.#add(code, name);
  }

  /** Returns the code of a country; undefined if the text is not certainly the name of exactly one country. */
  findCode(name: string): string | undefined {
    // Names in capitals are mostly folded already.
    return this.#codes.get(name) ?? this.#codes.get(folded(name));
  }

  #add(code: string, name: string): void {
    this.#codes.set(folded(name), code);
  }
}

/** Yields the codes of present countries in Unicode. Withdrawn codes are recognised because `Intl.Locale` replaces them. */
export function* countryCodes(): Generator<string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      if (NO_COUNTRIES.has(code) || names.of(code) === undefined) continue;
      if (new Intl.Locale(`und-${code}`).region === code) yield code;
    }
  }
}

function folded(name: string): string {
  const [start = '', end, more] = name.split(',');
  // "Korea, Republic of"
  const turned = end === undefined || more !== undefined ? name : `${end} ${start}`;
  return turned
    .normalize('NFD')
    .replaceAll(/\p{M}|['’.]/gu, '')
    .toUpperCase()
    .replaceAll('Ł', 'L')
    .replaceAll('&', ' AND ')
    .replaceAll(/[^A-Z]+/g, ' ')
    .replaceAll(/\bST\b/g, 'SAINT')
    .replaceAll(/\bTHE\b/g, '')
    .replaceAll(/ +/g, ' ')
    .trim();
}
