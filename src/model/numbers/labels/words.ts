import { foldNumber } from '../../folding/rules.ts';
import labels from './labels.json' with { type: 'json' };
import type { NumberKind } from './number-kinds.ts';

/** A word or a phrase of labels.json that people write beside a number. */
interface Word {
  /** Folded. */
  readonly text: string;
  /** Whether the name of a place follows. */
  readonly isOpen: boolean;
  /** The kind of number that it names. */
  readonly kind: NumberKind | undefined;
  /** The country in which the place is that it names. */
  readonly place: string | undefined;
}

/** What the words on one side of a number say. */
export interface Said {
  readonly kinds: readonly NumberKind[];
  readonly places: readonly string[];
}

/** A label behind a number, as in `0112038-9 (Y-tunnus)`, is longer than the letters in which numbers end. */
const BEHIND_CHARS_MIN = 3;

/** Kinds of many countries: behind a number their words do not say which it is. */
const OF_ANY_COUNTRY: ReadonlySet<NumberKind> = new Set(['VAT', 'register', 'EUID']);

const NOTHING: Said = { kinds: [], places: [] };

/** Words by their first two characters, with the words that are the first of them; these also by one character. */
type Words = ReadonlyMap<string, readonly Word[]>;

/** Made when the first words are read: every command loads this file, but few read numbers. */
let tables: { readonly front: Words; readonly behind: Words } | undefined;

function toWords(words: readonly string[], kind?: NumberKind, place?: string): Word[] {
  return words.flatMap((word) => foldedForms(word).map((text) => ({ text, isOpen: word.endsWith('*'), kind, place })));
}

function makeTables(): { readonly front: Words; readonly behind: Words } {
  const toRowWords = (rows: readonly { readonly kind: string; readonly words: readonly string[] }[]): Word[] =>
    rows.flatMap(({ kind, words }) => toWords(words, kind as NumberKind));
  const before = toRowWords(labels.before);
  const both = [
    ...labels.places.flatMap(({ country, words }) => toWords(words, undefined, country)),
    ...toWords(labels.number),
  ];
  const labelsBehind = before.filter(
    ({ text, isOpen, kind }) =>
      !isOpen && text.length >= BEHIND_CHARS_MIN && kind !== undefined && !OF_ANY_COUNTRY.has(kind),
  );
  return {
    front: byFirst([...before, ...both]),
    behind: byFirst([...toRowWords(labels.behind), ...labelsBehind, ...both]),
  };
}

const MARKS = /\p{M}+/gu;

/** Returns a word folded, with and without its accents. */
function foldedForms(word: string): string[] {
  const folded = foldNumber(word);
  return [...new Set([folded, folded.normalize('NFD').replace(MARKS, '').normalize('NFC')])];
}

function byFirst(words: readonly Word[]): Words {
  const grouped = Map.groupBy(words, ({ text }) => text.slice(0, 2));
  for (const [first, some] of grouped) if (first.length === 2) some.push(...(grouped.get(first.charAt(0)) ?? []));
  return grouped;
}

/**
 * Returns the positions of a folded text at which a number may begin, with what the words before each say: the beginning of the text, and
 * the end of each row of words from there. Each position is read once, so the time grows with the length of the text only.
 * @param end the position of the first digit: words have none
 */
export function fronts(text: string, end: number): ReadonlyMap<number, Said> {
  const { front } = (tables ??= makeTables());
  const found = new Map<number, Said>([[0, NOTHING]]);
  // What is said where the name of a place has begun: it may end anywhere, and more words may follow it.
  let inPlace: Said | undefined;
  for (let at = 0; at < end; at++) {
    const said = together(found.get(at), inPlace);
    if (said === undefined) continue;
    for (const word of wordsAt(front, text, at)) {
      const after = at + word.text.length;
      if (after > end) continue;
      const all = withWord(said, word);
      if (word.isOpen) inPlace = together(inPlace, all);
      else found.set(after, together(found.get(after), all) ?? all);
    }
  }
  const last = together(found.get(end), inPlace);
  if (last !== undefined) found.set(end, last);
  return found;
}

/**
 * Returns the positions at which a number may end, with what the words behind it say: the end of the text, and each position from which
 * words lead there.
 * @param begin the position behind the last digit
 */
export function ends(text: string, begin: number): ReadonlyMap<number, Said> {
  const { behind } = (tables ??= makeTables());
  const found = new Map<number, Said>([[text.length, NOTHING]]);
  for (let at = text.length - 1; at >= begin; at--)
    for (const word of wordsAt(behind, text, at)) {
      const rest = word.isOpen ? NOTHING : found.get(at + word.text.length);
      if (rest === undefined) continue;
      const all = withWord(rest, word);
      found.set(at, together(found.get(at), all) ?? all);
    }
  return found;
}

/** Whether a folded text has words of the table only. */
export function isOnlyWords(text: string): boolean {
  return fronts(text, text.length).has(text.length);
}

function wordsAt(words: Words, text: string, at: number): readonly Word[] {
  const all = words.get(text.slice(at, at + 2)) ?? words.get(text.charAt(at));
  return all?.filter((word) => text.startsWith(word.text, at)) ?? [];
}

function withWord(said: Said, { kind, place }: Word): Said {
  const isNew = kind !== undefined && !said.kinds.includes(kind);
  const isElsewhere = place !== undefined && !said.places.includes(place);
  if (!isNew && !isElsewhere) return said;
  return {
    kinds: isNew ? [...said.kinds, kind] : said.kinds,
    places: isElsewhere ? [...said.places, place] : said.places,
  };
}

function together(one: Said | undefined, other: Said | undefined): Said | undefined {
  return one === undefined || other === undefined ? (one ?? other) : joined(one, other);
}

/** Returns what both say. */
export function joined(one: Said, other: Said): Said {
  if (other === NOTHING || one === other) return one;
  if (one === NOTHING) return other;
  return {
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    places: [...new Set([...one.places, ...other.places])],
  };
}
