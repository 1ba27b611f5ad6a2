import anyAscii from 'any-ascii';
import { Parts, type ContentFiles, type Range } from './range-file.ts';

const PAGE_CHARS = 256;
const CODE_POINT_MAX = 0x10ffff;
const SURROGATES = { first: 0xd8, last: 0xdf };

/** The file of the table and its pages. The number of a page is the first code point of its characters divided by 256. */
export interface Transliteration {
  readonly file: string;
  readonly pages: readonly (readonly [page: number, ...Range])[];
}

/** Writes the ASCII form of all characters that have one, so that clients fold like the service. */
export function writeTransliteration(files: ContentFiles): Transliteration {
  const parts = new Parts();
  const pages: (readonly [page: number, ...Range])[] = [];
  for (let page = 0; page <= CODE_POINT_MAX / PAGE_CHARS; page++) {
    if (page >= SURROGATES.first && page <= SURROGATES.last) continue;
    const characters = Array.from({ length: PAGE_CHARS }, (_, i) => String.fromCodePoint(page * PAGE_CHARS + i));
    // Most pages have no character with an ASCII form.
    if (anyAscii(characters.join('')) === '') continue;
    pages.push([page, ...parts.add(characters.map((character) => anyAscii(character)))]);
  }
  return { file: parts.writeTo(files), pages };
}
