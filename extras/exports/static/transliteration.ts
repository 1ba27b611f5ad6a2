import anyAscii from 'any-ascii';
import { Parts, type ContentFiles, type Range } from './range-file.ts';

const PAGE_CHARS = 256;
const CODE_POINT_MAX = 0x10ffff;
const SURROGATES = { first: 0xd8, last: 0xdf };

/** The file of the table, and its pages: the number of each, that is the code points of its characters without the last eight bits, and where it lies. */
export interface Transliteration {
  readonly file: string;
  readonly pages: readonly (readonly [page: number, ...Range])[];
}

/** Writes the ASCII form of every character that has one, so that whoever searches folds as the service does. */
export function writeTransliteration(files: ContentFiles): Transliteration {
  const parts = new Parts();
  const pages: (readonly [page: number, ...Range])[] = [];
  for (let page = 0; page <= CODE_POINT_MAX / PAGE_CHARS; page++) {
    if (page >= SURROGATES.first && page <= SURROGATES.last) continue;
    const texts = Array.from({ length: PAGE_CHARS }, (_, i) => anyAscii(String.fromCodePoint(page * PAGE_CHARS + i)));
    if (texts.some((text) => text !== '')) pages.push([page, ...parts.add(texts)]);
  }
  return { file: parts.writeTo(files), pages };
}
