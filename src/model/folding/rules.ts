/**
 * The rules of docs/folding.md without the transliteration table, which is too large for browsers: the client bundles this file.
 * @module
 */
import lookAlikes from './look-alikes.json' with { type: 'json' };

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
/** Runs of Unicode white space, the line and paragraph separators included. */
const WHITE_SPACE = /\p{White_Space}+/gu;
/** Unlike `trim`, this keeps U+FEFF, which is not white space in Unicode and counts inside a text. */
const OUTER_BLANKS = /^ | $/g;

/** Words in ASCII and Latin letters (below U+0300, where combining marks begin) with single spaces between them need no collapsing. */
const COLLAPSED_LATIN = /^[!-~\u00a1-\u02ff]+(?: [!-~\u00a1-\u02ff]+)*$/;

/**
 * Collapses the white space of a query: NFC; every run of Unicode white space becomes one space, and none remains at either end. The length
 * limits of `q` apply to the code points of the result.
 */
export function collapseWhiteSpace(text: string): string {
  if (COLLAPSED_LATIN.test(text)) return text;
  return text.normalize('NFC').replace(WHITE_SPACE, ' ').replace(OUTER_BLANKS, '');
}

/** Returns the number of Unicode code points of a text, the unit of the length limits of `q`. */
export function codePointCount(text: string): number {
  if (PLAIN_ASCII.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Accents typed as apostrophes (`O´Brien`), which NFKC would split into a space and a combining mark. */
const SPACING_ACCENTS = /[\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe]/g;
/** The point of the Catalan `l·l`; NFKC also writes `ŀ` with this point. */
const FLYING_POINT = /(?<=l)·(?=l)/gi;
/** A vowel in Bulgarian, `a` in the official transliteration. No other language of the 35 countries uses the letter today. */
const BULGARIAN_ER = /ъ/gi;
const DROPPED = /['.`]/g;
const SEPARATORS = /[^a-z0-9]+/g;

/** Folds an ASCII name: lower case, without apostrophes and full stops; every other run of punctuation becomes one space. */
export function foldAscii(name: string): string {
  return name.toLowerCase().replace(DROPPED, '').replace(SEPARATORS, ' ').trim();
}

/** Whether a text holds only printable ASCII characters. */
export function isPlainAscii(text: string): boolean {
  return PLAIN_ASCII.test(text);
}

/** Printable ASCII and the accented Latin letters that no rule of {@linkcode beforeTransliteration} changes. */
const COMPOSED_LATIN = /^[\x20-\x7e\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e]*$/;

/** Prepares a name for transliteration to ASCII: NFKC, without the characters that the transliteration table would misread. */
export function beforeTransliteration(name: string): string {
  if (COMPOSED_LATIN.test(name)) return name;
  // NFC first, so that all ways to write one text have the same form under the rules below.
  const spaced = name.normalize('NFC').replace(SPACING_ACCENTS, "'").replace(WHITE_SPACE, ' ');
  return spaced.normalize('NFKC').replace(FLYING_POINT, '').replace(BULGARIAN_ER, 'a');
}

/**
 * Greek and Cyrillic capitals that look like Latin ones. Registers print numbers such as `ΗΕ 350042` of Cyprus in either alphabet.
 * A transliteration would turn the Greek eta into `I`.
 */
const LOOK_ALIKES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(/* @__PURE__ */ Object.entries(lookAlikes));

/** Modifier letters such as the apostrophe `ʼ` are punctuation in a number. */
const NOT_LETTER_OR_DIGIT = /(?:[^\p{L}\p{N}]|\p{Lm})+/gu;
const PLAIN_NUMBER = /^[0-9A-Z]*$/;
const NOT_CAPITAL_OR_DIGIT = /[^0-9A-Z]+/g;

/**
 * Folds a business ID for comparing and for prefix matching: NFKC, upper case, letters and digits only; Greek and Cyrillic capitals
 * that look Latin become Latin. Leading zeros count, punctuation does not: `0112038-9` and `01120389` are equal.
 */
export function foldNumber(value: string): string {
  if (PLAIN_NUMBER.test(value)) return value;
  if (PLAIN_ASCII.test(value)) return value.toUpperCase().replace(NOT_CAPITAL_OR_DIGIT, '');
  // NFC again, because characters may compose once the punctuation between them is gone.
  const bare = value.normalize('NFKC').toUpperCase().replace(NOT_LETTER_OR_DIGIT, '').normalize('NFC');
  if (PLAIN_NUMBER.test(bare)) return bare;
  let folded = '';
  for (const char of bare) folded += LOOK_ALIKES.get(char) ?? char;
  return folded;
}
