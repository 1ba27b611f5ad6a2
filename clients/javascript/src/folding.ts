/** How the service folds names and business IDs before it compares them: its docs/folding.md has the rules, and tests compare both. */

/** The ASCII form of characters beyond ASCII. */
export type Transliterate = (text: string) => Promise<string>;

const ASCII = /^[\x20-\x7e]*$/;
const WHITE_SPACE = /\p{White_Space}+/gu;
/** Accents typed as apostrophes, which NFKC would split into a space and a combining mark. */
const SPACING_ACCENTS = /[\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe]/g;
/** The point of the Catalan `l·l`. */
const FLYING_POINT = /(?<=l)·(?=l)/gi;
/** A vowel in Bulgarian. */
const BULGARIAN_ER = /ъ/gi;

/** The text that the limits of a query apply to: NFC, white space collapsed, none at either end. */
export function collapse(query: string): string {
  return query.normalize('NFC').replace(WHITE_SPACE, ' ').replace(/^ | $/g, '');
}

/** Folds an ASCII name. */
export function foldAscii(name: string): string {
  return name
    .toLowerCase()
    .replace(/['.`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Folds a name that is ASCII once it has no accents. */
export function foldLatin(name: string): string {
  return foldAscii(ASCII.test(name) ? name : name.normalize('NFD').replace(/\p{M}+/gu, ''));
}

/** Folds a name. */
export async function foldName(name: string, transliterate: Transliterate): Promise<string> {
  if (ASCII.test(name)) return foldAscii(name);
  const spaced = name.normalize('NFC').replace(SPACING_ACCENTS, "'").replace(WHITE_SPACE, ' ');
  return foldAscii(await transliterate(spaced.normalize('NFKC').replace(FLYING_POINT, '').replace(BULGARIAN_ER, 'a')));
}

/** Greek and Cyrillic capitals that look Latin, each before the Latin one. */
const LOOK_ALIKES = 'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅS';

/** Folds a business ID. */
export function foldNumber(value: string): string {
  const bare = value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/(?:[^\p{L}\p{N}]|\p{Lm})+/gu, '')
    .normalize('NFC');
  return bare.replace(/[^0-9A-Z]/gu, (char) => {
    const at = LOOK_ALIKES.indexOf(char);
    return at >= 0 && at % 2 === 0 ? (LOOK_ALIKES[at + 1] ?? char) : char;
  });
}

/** Codes of country filters that are not ISO codes, with the code they mean; a test compares them with the service's. */
const OTHER_COUNTRY_CODES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };

/** The ISO code that a country code in either case means, in upper case. */
export function isoCountry(code: string): string {
  const upper = code.toUpperCase();
  return OTHER_COUNTRY_CODES[upper] ?? upper;
}
