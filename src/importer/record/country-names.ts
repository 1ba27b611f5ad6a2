import otherNames from './country-names.json' with { type: 'json' };

/** Regions that Unicode names beside the codes of ISO 3166-1: unions, test data, and parts of a country that has a code. */
const NO_COUNTRIES = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

/**
 * The countries of ISO 3166-1 by their names in one language, English by default: those that Unicode (CLDR) gives, and
 * what English texts also call a country (country-names.json): earlier names, and parts that have no code of their own.
 * A name that several countries share is in no list. Case, accents, punctuation, `the`, `&` and `St` make no difference;
 * `Korea, Republic of` is `Republic of Korea`.
 */
export class CountryNames {
  readonly #codes = new Map<string, string>();

  /**
   * @param own what a register writes besides, each with its code
   * @param language of the names: English ones are known besides those of Unicode
   */
  constructor(own: Iterable<readonly [code: string, ...names: string[]]> = [], language = 'en') {
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
      for (const code of codes()) this.#add(code, names.of(code) ?? '');
    }
    const others = language === 'en' ? Object.entries(otherNames) : [];
    for (const [code, names] of others) for (const name of names) this.#add(code, name);
    for (const [code, ...names] of own) for (const name of names) this.#add(code, name);
  }

  /** The ISO 3166-1 code of a country; undefined where the text is not one country's name beyond doubt. */
  codeOf(name: string): string | undefined {
    return this.#codes.get(folded(name));
  }

  #add(code: string, name: string): void {
    this.#codes.set(folded(name), code);
  }
}

/** The two-letter codes that Unicode names and that are countries today: a withdrawn code stands for another one. */
function* codes(): Generator<string> {
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
  // What stands behind a single comma belongs in front: "Korea, Republic of".
  const turned = end === undefined || more !== undefined ? name : `${end} ${start}`;
  return turned
    .normalize('NFD')
    .replaceAll(/\p{M}|['’.]/gu, '')
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replaceAll(/[^A-Z]+/g, ' ')
    .replaceAll(/\bST\b/g, 'SAINT')
    .replaceAll(/\bTHE\b/g, '')
    .replaceAll(/ +/g, ' ')
    .trim();
}
