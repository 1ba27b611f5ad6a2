import anyAscii from 'any-ascii';

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
/** Runs of Unicode white space, the line and paragraph separators included. */
const WHITE_SPACE = /\p{White_Space}+/gu;
/** `trim` would also take U+FEFF, which is no white space of Unicode: it would count inside and not at an end. */
const OUTER_BLANKS = /^ | $/g;

/** Nothing is to be collapsed: words of ASCII with one blank between them. */
const COLLAPSED_ASCII = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Collapses a query as the specification counts it: NFC, every run of Unicode white space one blank,
 * none at either end. The length limits of `q` apply to the code points of the result.
 */
export function collapseWhiteSpace(text: string): string {
  if (COLLAPSED_ASCII.test(text)) return text;
  return text.normalize('NFC').replace(WHITE_SPACE, ' ').replace(OUTER_BLANKS, '');
}

/** The number of Unicode code points of a text, which is what the limits of `q` count. */
export function codePointCount(text: string): number {
  if (PLAIN_ASCII.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Accents typed as apostrophes (`O´Brien`), which NFKC would turn into a blank and a combining mark. */
const SPACING_ACCENTS = /[\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe]/g;
/** The point of the Catalan `l·l`, as `ŀ` gives it too. */
const FLYING_POINT = /(?<=l)·(?=l)/gi;
/** A vowel in Bulgarian, `a` in its official transliteration; no other language of the 35 countries has it today. */
const BULGARIAN_ER = /ъ/gi;
const DROPPED = /['.`]/g;
const SEPARATORS = /[^a-z0-9]+/g;

/**
 * Folds a company name for matching and ordering; the rules and a test corpus are in docs/folding.md.
 *
 * NFKC, transliteration to ASCII, lower case, apostrophes and full stops dropped, every other run of
 * characters that are neither letters nor digits one blank, trimmed. The result holds only `a`–`z`, `0`–`9`
 * and single inner blanks, so its order is the same by byte, by code unit and by code point.
 */
export function foldName(name: string): string {
  const ascii = PLAIN_ASCII.test(name) ? name : transliterate(name);
  return ascii.toLowerCase().replace(DROPPED, '').replace(SEPARATORS, ' ').trim();
}

function transliterate(name: string): string {
  // NFC first: the same text written in another way must meet the rules below in the same form.
  const spaced = name.normalize('NFC').replace(SPACING_ACCENTS, "'").replace(WHITE_SPACE, ' ');
  return anyAscii(spaced.normalize('NFKC').replace(FLYING_POINT, '').replace(BULGARIAN_ER, 'a'));
}

/**
 * Greek and Cyrillic capitals that look like Latin ones. Registers print numbers such as Cyprus' `ΗΕ 350042`
 * with either alphabet, and nobody can see which; a transliteration would turn eta into `I`.
 */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** Modifier letters, such as the apostrophe `ʼ`, are punctuation in a number. */
const NOT_LETTER_OR_DIGIT = /(?:[^\p{L}\p{N}]|\p{Lm})+/gu;
const PLAIN_NUMBER = /^[0-9A-Z]*$/;
const NOT_CAPITAL_OR_DIGIT = /[^0-9A-Z]+/g;

/**
 * Folds a business ID for comparing and for prefix matching: NFKC, upper case, letters and digits only, with
 * Greek and Cyrillic capitals that look Latin read as Latin. Leading zeros count. Punctuation does not:
 * `0112038-9` and `01120389` are one.
 */
export function foldNumber(value: string): string {
  if (PLAIN_NUMBER.test(value)) return value;
  if (PLAIN_ASCII.test(value)) return value.toUpperCase().replace(NOT_CAPITAL_OR_DIGIT, '');
  // What stood apart may compose once the punctuation between is gone: hence NFC at the end.
  const bare = value.normalize('NFKC').toUpperCase().replace(NOT_LETTER_OR_DIGIT, '').normalize('NFC');
  if (PLAIN_NUMBER.test(bare)) return bare;
  let folded = '';
  for (const char of bare) folded += LOOKALIKES.get(char) ?? char;
  return folded;
}
