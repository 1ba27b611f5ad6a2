import type { NameParts } from '../names/index.ts';

/** Maximum number of companies with a common beginning that are compared: the first ones in name order. */
export const NEIGHBOURS_MAX = 8;
/** Maximum number of beginnings that are looked up. */
const BEGINNINGS_MAX = 14;

/**
 * Returns the beginnings of names that a query may mean, the likeliest first: the query as it is, then each reading of it, with its
 * misspelt words corrected, with two words exchanged, without the last word.
 */
export function listBeginnings(
  folded: string,
  readings: readonly NameParts[],
  corrections: ReadonlyMap<string, readonly string[]>,
): string[] {
  const tokens = folded.split(' ');
  const beginnings = new Set([folded, ...corrected(tokens, corrections)]);
  for (const { words, forms } of readings) {
    const form = forms.length === 1 ? forms : [];
    for (const one of corrected([...words, ...form], corrections)) beginnings.add(one);
  }
  const likeliest = tokens.map((token) => corrections.get(token)?.[0] ?? token);
  for (let at = 1; at < likeliest.length; at++) {
    const [one = '', other = ''] = likeliest.slice(at - 1, at + 1);
    beginnings.add(likeliest.toSpliced(at - 1, 2, other, one).join(' '));
  }
  beginnings.add(likeliest.slice(0, -1).join(' '));
  for (const { words } of readings) {
    const meant = words.map((word) => corrections.get(word)?.[0] ?? word);
    beginnings.add(meant.join(' '));
    beginnings.add(meant.slice(0, -1).join(' '));
  }
  beginnings.delete('');
  return [...beginnings].slice(0, BEGINNINGS_MAX);
}

/** Yields words with each misspelt one replaced by the likeliest word, then with one of them by another. */
function* corrected(words: readonly string[], corrections: ReadonlyMap<string, readonly string[]>) {
  const likeliest = words.map((word) => corrections.get(word)?.[0] ?? word);
  yield likeliest.join(' ');
  for (const [at, word] of words.entries())
    for (const other of corrections.get(word)?.slice(1) ?? []) yield likeliest.with(at, other).join(' ');
}
