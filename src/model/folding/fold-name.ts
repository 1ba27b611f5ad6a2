import anyAscii from 'any-ascii';
import { beforeTransliteration, foldAscii, isPlainAscii } from './rules.ts';

/**
 * Folds a company name for matching and ordering; the rules are in docs/folding.md.
 *
 * NFKC, transliteration to ASCII, lower case, without apostrophes and full stops; every other run of characters that are neither
 * letters nor digits becomes one space. The result holds only `a`–`z`, `0`–`9` and single spaces between words, so its order is the
 * same by byte, by code unit and by code point.
 */
export function foldName(name: string): string {
  return foldAscii(isPlainAscii(name) ? name : anyAscii(beforeTransliteration(name)));
}
