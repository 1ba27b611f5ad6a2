import anyAscii from 'any-ascii';
import type { RangeFile, Range } from './range-file.ts';

const PAGE_CHARS = 256;
const CODE_POINT_MAX = 0x10ffff;
const SURROGATES = { first: 0xd8, last: 0xdf };

/** A page of the table: its number, that is the code points of its characters without the last eight bits, and where it lies. */
export type TransliterationPage = readonly [page: number, ...Range];

/** Writes the ASCII form of every character that has one, so that whoever searches folds as the service does. */
export async function writeTransliteration(file: RangeFile): Promise<TransliterationPage[]> {
  const pages: TransliterationPage[] = [];
  for (let page = 0; page <= CODE_POINT_MAX / PAGE_CHARS; page++) {
    if (page >= SURROGATES.first && page <= SURROGATES.last) continue;
    const texts = Array.from({ length: PAGE_CHARS }, (_, i) => anyAscii(String.fromCodePoint(page * PAGE_CHARS + i)));
    if (texts.some((text) => text !== '')) pages.push([page, ...(await file.append(texts))]);
  }
  return pages;
}
