import { EditDistance } from './edit-distance.ts';

/** Minimum share of equal letters, in order, of a word that is offered in place of an unknown one. */
const LIKENESS_MIN = 0.6;
/** Maximum number of words that are offered: a longer list is read like the list of all words. */
const OFFERED_MAX = 3;

/** Returns the known words that an unknown word may be a misspelling of, the nearest first. Case does not count. */
export function nearestWords(word: string, known: Iterable<string>): string[] {
  const distance = new EditDistance();
  const typed = word.toLowerCase();
  return [...known]
    .map((one) => ({ one, alike: distance.likeness(typed, one.toLowerCase(), LIKENESS_MIN) }))
    .filter(({ alike }) => alike > 0)
    .toSorted((a, b) => b.alike - a.alike)
    .slice(0, OFFERED_MAX)
    .map(({ one }) => one);
}

/** Returns the question that offers the known words nearest to an unknown one, or else the rule that names all. */
export function offerWords(word: string, known: Iterable<string>): string {
  const all = [...known];
  const near = nearestWords(word, all);
  return near.length === 0 ? `must be one of ${all.join(', ')}` : `did you mean ${near.join(' or ')}?`;
}
