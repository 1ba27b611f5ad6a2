/** Regions that Unicode names beside the codes of ISO 3166-1: unions, test data, and parts of a country that has a code. */
const NO_COUNTRIES = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

/**
 * What English texts also call a country: the names of ISO 3166-1 where Unicode has another, earlier names that are still
 * written, and parts that have no code of their own. A name that several countries share, as `VIRGIN ISLANDS`, is in no
 * list.
 */
const OTHER_NAMES: readonly (readonly [code: string, ...names: string[]])[] = [
  ['AE', 'UAE'],
  ['BA', 'Bosnia Herzegovina'],
  ['BN', 'Brunei Darussalam'],
  ['BO', 'Bolivia, Plurinational State of'],
  ['BQ', 'Bonaire, Sint Eustatius and Saba'],
  ['CD', 'Congo, Democratic Republic of', 'Democratic Republic of Congo'],
  ['CG', 'Congo', 'Republic of Congo'],
  ['CI', 'Ivory Coast'],
  ['CN', "People's Republic of China"],
  ['CV', 'Cabo Verde'],
  ['CZ', 'Czech Republic'],
  ['DE', 'Federal Republic of Germany'],
  ['ES', 'Canary Islands', 'Ceuta and Melilla'],
  ['FK', 'Falkland Islands (Malvinas)'],
  ['FM', 'Micronesia, Federated States of'],
  ['GB', 'Great Britain', 'England', 'England and Wales', 'Scotland', 'Wales', 'Northern Ireland'],
  ['GG', 'Alderney', 'Herm', 'Sark'],
  ['HK', 'Hong Kong SAR'],
  ['HM', 'Heard Island and McDonald Islands'],
  ['IE', 'Republic of Ireland', 'Eire'],
  ['IO', 'Diego Garcia'],
  ['IR', 'Iran, Islamic Republic of'],
  ['KP', "Korea, Democratic People's Republic of", "Democratic People's Republic of Korea"],
  ['KR', 'Korea, Republic of'],
  ['LA', "Lao People's Democratic Republic"],
  ['LY', 'Libyan Arab Jamahiriya'],
  ['MD', 'Moldova, Republic of'],
  ['MF', 'Saint Martin (French part)'],
  ['MK', 'Macedonia', 'Republic of North Macedonia', 'Macedonia, the former Yugoslav Republic of'],
  ['MM', 'Burma'],
  ['MO', 'Macau', 'Macao SAR'],
  ['NL', 'Holland'],
  ['PN', 'Pitcairn'],
  ['PS', 'Palestine, State of', 'Palestinian Territory, Occupied', 'Occupied Palestinian Territories'],
  ['RU', 'Russian Federation'],
  ['SH', 'Saint Helena, Ascension and Tristan da Cunha', 'Ascension Island', 'Tristan da Cunha'],
  ['SK', 'Slovak Republic'],
  ['SX', 'Sint Maarten (Dutch part)'],
  ['SY', 'Syrian Arab Republic'],
  ['SZ', 'Swaziland'],
  ['TL', 'East Timor'],
  ['TR', 'Turkey'],
  ['TW', 'Taiwan, Province of China'],
  ['TZ', 'Tanzania, United Republic of'],
  ['UM', 'United States Minor Outlying Islands'],
  ['US', 'USA', 'United States of America'],
  ['VA', 'Holy See', 'Holy See (Vatican City State)', 'Vatican City State', 'Vatican'],
  ['VE', 'Venezuela, Bolivarian Republic of'],
  ['VN', 'Viet Nam'],
  ['WS', 'Western Samoa'],
];

/**
 * The countries of ISO 3166-1 by their names in one language, English unless told otherwise: those that Unicode (CLDR) gives, and others in use. Case, accents,
 * punctuation, `the`, `&` and `St` make no difference; `Korea, Republic of` is `Republic of Korea`.
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
    for (const [code, ...names] of [...(language === 'en' ? OTHER_NAMES : []), ...own])
      for (const name of names) this.#add(code, name);
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
