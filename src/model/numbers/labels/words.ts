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

/** Maximum number of words in front of a number, or behind it: phrases of letterheads have up to six, `Registered in … No.`. */
const WORDS_MAX = 8;

/** A label behind a number, as in `0112038-9 (Y-tunnus)`, is longer than the letters in which numbers end. */
const BEHIND_CHARS_MIN = 3;

/** Kinds of many countries: behind a number their words do not say which it is. */
const OF_ANY_COUNTRY: ReadonlySet<NumberKind> = new Set(['VAT', 'register', 'EUID']);

const NOTHING: Said = { kinds: [], places: [] };

/** Words by their first two characters; a word of one letter by that. */
type Words = ReadonlyMap<string, readonly Word[]>;

/** Made when the first words are read: every command loads this file, but few read numbers. */
let tables: { readonly front: Words; readonly behind: Words } | undefined;

function wordsOf(words: readonly string[], kind?: NumberKind, place?: string): Word[] {
  return words.flatMap((word) => foldedForms(word).map((text) => ({ text, isOpen: word.endsWith('*'), kind, place })));
}

function makeTables(): { readonly front: Words; readonly behind: Words } {
  const rowsOf = (rows: readonly { readonly kind: string; readonly words: readonly string[] }[]): Word[] =>
    rows.flatMap(({ kind, words }) => wordsOf(words, kind as NumberKind));
  const before = rowsOf(labels.before);
  const both = [
    ...labels.places.flatMap(({ country, words }) => wordsOf(words, undefined, country)),
    ...wordsOf(labels.number),
  ];
  const labelsBehind = before.filter(
    ({ text, isOpen, kind }) =>
      !isOpen && text.length >= BEHIND_CHARS_MIN && kind !== undefined && !OF_ANY_COUNTRY.has(kind),
  );
  return {
    front: byFirst([...before, ...both]),
    behind: byFirst([...rowsOf(labels.behind), ...labelsBehind, ...both]),
  };
}

const MARKS = /\p{M}+/gu;

/** Returns a word folded, with and without its accents. */
function foldedForms(word: string): string[] {
  const folded = foldNumber(word);
  return [...new Set([folded, folded.normalize('NFD').replace(MARKS, '').normalize('NFC')])];
}

function byFirst(words: readonly Word[]): Words {
  return Map.groupBy(words, ({ text }) => text.slice(0, 2));
}

/**
 * Returns the positions of a folded text at which a number may begin, with what the words before each say: the beginning of the text, and
 * the end of each row of words from there.
 * @param end the position of the first digit: words have none
 */
export function fronts(text: string, end: number): ReadonlyMap<number, Said> {
  tables ??= makeTables();
  return reached(text, tables.front, 0, end);
}

/**
 * Returns the positions at which a number may end, with what the words behind it say: the end of the text, and each position from which
 * words lead there.
 * @param begin the position behind the last digit
 */
export function ends(text: string, begin: number): ReadonlyMap<number, Said> {
  tables ??= makeTables();
  const found = new Map<number, Said>();
  for (let at = begin; at < text.length; at++) {
    const said = reached(text, tables.behind, at, text.length).get(text.length);
    if (said !== undefined) found.set(at, said);
  }
  return found.set(text.length, NOTHING);
}

/** Whether a folded text has words of the table only. */
export function isOnlyWords(text: string): boolean {
  return fronts(text, text.length).has(text.length);
}

function reached(text: string, words: Words, begin: number, end: number): ReadonlyMap<number, Said> {
  const found = new Map<number, Said>([[begin, NOTHING]]);
  let next: ReadonlyMap<number, Said> = new Map(found);
  for (let depth = 0; depth < WORDS_MAX && next.size > 0; depth++) {
    const further = new Map<number, Said>();
    for (const [at, said] of next)
      for (const first of [text.slice(at, at + 1), text.slice(at, at + 2)])
        for (const word of words.get(first) ?? []) {
          const after = at + word.text.length;
          if (after > end || !text.startsWith(word.text, at)) continue;
          const together = withWord(said, word);
          // More words may follow the name of a place, so it may end anywhere.
          for (let to = after; to <= (word.isOpen ? end : after); to++) add(further, to, together);
          add(found, word.isOpen ? end : after, together);
        }
    next = further;
  }
  return found;
}

function withWord(said: Said, { kind, place }: Word): Said {
  if (kind === undefined && place === undefined) return said;
  return {
    kinds: kind === undefined ? said.kinds : [...said.kinds, kind],
    places: place === undefined ? said.places : [...said.places, place],
  };
}

function add(found: Map<number, Said>, at: number, said: Said): void {
  const known = found.get(at);
  found.set(at, known === undefined || known === said ? said : joined(known, said));
}

/** Returns what both say. */
export function joined(one: Said, other: Said): Said {
  if (other === NOTHING) return one;
  if (one === NOTHING) return other;
  return {
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    places: [...new Set([...one.places, ...other.places])],
  };
}
