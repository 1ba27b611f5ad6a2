import { keyOf } from './byte-cache.ts';

/** So many texts that are kept on one and the same of so many shelves. */
export function textsOnOneShelf(shelves: number, count: number): readonly string[] {
  const shelfOf = (text: string): number => keyOf(text).hash & (shelves - 1);
  const texts: string[] = [];
  for (let i = 0; texts.length < count; i++) if (shelfOf(`key ${i}`) === shelfOf('key 0')) texts.push(`key ${i}`);
  return texts;
}
