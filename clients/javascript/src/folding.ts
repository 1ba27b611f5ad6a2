/** Folds names and business IDs with the rules of the service. Only the transliteration table is requested, in parts. */
import { countryFilter } from '../../../src/model/countries/countries.ts';
import { beforeTransliteration, foldAscii, isPlainAscii } from '../../../src/model/folding/rules.ts';

export { codePointCount, collapseWhiteSpace, foldNumber } from '../../../src/model/folding/rules.ts';

/** Folds a name that is ASCII except for accents. */
export function foldLatin(name: string): string {
  return foldAscii(isPlainAscii(name) ? name : name.normalize('NFD').replace(/\p{M}+/gu, ''));
}

/** Folds a text that is ASCII except for accents; undefined for a text that needs the transliteration table. */
export function foldTyped(text: string): string | undefined {
  const plain = text.normalize('NFD').replace(/\p{M}+/gu, '');
  return isPlainAscii(plain) ? foldAscii(plain) : undefined;
}

/** Folds a name. `transliterate` returns the ASCII form of characters beyond ASCII. */
export async function foldName(name: string, transliterate: (text: string) => Promise<string>): Promise<string> {
  return foldAscii(isPlainAscii(name) ? name : await transliterate(beforeTransliteration(name)));
}

/** Returns the ISO code of a country code in upper or lower case; other texts in upper case. */
export function isoCountry(code: string): string {
  return countryFilter(code) ?? code.toUpperCase();
}
