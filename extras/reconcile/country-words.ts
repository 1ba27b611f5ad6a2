import { COUNTRIES, NamedCountries, alpha2Of, countryCodes, countryFilter, foldName } from '../../src/model/index.ts';
import words from './country-words.json' with { type: 'json' };

/** The languages of the 35 countries, and of their parts: names of countries are recognised in these languages. */
const LANGUAGES = [
  ...'bg cs da de el es et fi fr ga hr hu is it lb lt lv mk mt nb nl nn pl pt ro ru sk sl sq sr sv tr uk'.split(' '),
  ...'ca cy eu gd gl rm'.split(' '),
];

/** The prefix of VAT numbers of Northern Ireland. */
const NORTHERN_IRELAND = 'XI';
/** ISO 3166-2: the code of a country and that of one of its parts. */
const SUBDIVISION = /^([A-Z]{2})-[A-Z0-9]{1,3}$/;
/** Separates words for one country: `Scotland, UK`, `DE / Germany`. */
const SEPARATORS = /[,;/()|]+| [-–] /;

/** Known names of countries; made on first use. */
interface Known {
  readonly codes: ReadonlySet<string>;
  readonly english: NamedCountries;
  /** Codes of the 35 countries by folded name; undefined for a name that several of them share. */
  readonly folded: ReadonlyMap<string, string | undefined>;
}

let known: Known | undefined;

/**
 * Returns the code of the country that a text means: a code of ISO 3166, a name in English or in a language of the 35 countries, or a
 * part of the United Kingdom. Returns undefined for any other text, which then counts neither for nor against a company.
 */
export function findCountry(text: string): string | undefined {
  known ??= { codes: new Set(countryCodes()), english: new NamedCountries(), folded: foldedNames() };
  const whole = findNamedCountry(text.trim(), known);
  if (whole !== undefined) return whole;
  const parts = text.split(SEPARATORS).filter((part) => part.trim() !== '');
  const codes = new Set(parts.map((part) => findNamedCountry(part.trim(), known as Known)));
  return codes.size === 1 ? [...codes][0] : undefined;
}

function findNamedCountry(text: string, { codes, english, folded }: Known): string | undefined {
  const name = foldName(text);
  if (name === '') return undefined;
  const letters = name.replaceAll(' ', '').toUpperCase();
  const code = letters === NORTHERN_IRELAND ? 'GB' : (countryFilter(letters) ?? alpha2Of(letters));
  if (code !== undefined && codes.has(code)) return code;
  const subdivision = SUBDIVISION.exec(text.toUpperCase())?.[1];
  if (subdivision !== undefined) return findNamedCountry(subdivision, { codes, english, folded });
  return folded.get(name) ?? english.findCode(text);
}

function foldedNames(): Map<string, string | undefined> {
  const folded = new Map<string, string | undefined>();
  const add = (name: string, code: string): unknown =>
    folded.set(name, folded.has(name) && folded.get(name) !== code ? undefined : code);
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of COUNTRIES.keys()) add(foldName(names.of(code) ?? ''), code);
  }
  for (const [code, own] of Object.entries(words)) for (const name of own) add(foldName(name), code);
  return folded;
}
