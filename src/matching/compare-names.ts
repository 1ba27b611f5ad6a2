import { EditDistance } from './edit-distance.ts';
import { compareForms, type FormLikeness, type NameParts } from './name-parts.ts';

/** How much a word tells, from 0 to 1: one that is in many names tells less. */
export type WeightOf = (word: string) => number;

/** How alike two names are; each from 0 to 1 but for `form`. */
export interface NameLikeness {
  /** The words that both have, each by its weight and by how alike its two spellings are; where they were joined or split, their letters. */
  readonly words: number;
  /** The letters without the spaces between them: tells names apart that were joined or split. */
  readonly letters: number;
  /** Whether the words are the same, in the same order. */
  readonly same: 0 | 1;
  /** The legal forms: 1 the same, 0.5 of one kind, -1 of others, 0 where one name has none. */
  readonly form: FormLikeness;
}

/** Two words are one, misspelt, where so much of the longer one is alike. */
const WORD_LIKENESS_MIN = 0.6;
/** Names of which less is alike are not alike at all. */
const LETTERS_LIKENESS_MIN = 0.6;
/** An abbreviation has at least so many letters. */
const ABBREVIATION_CHARS_MIN = 3;
/** What an abbreviated word counts. */
const ABBREVIATION_LIKENESS = 0.8;
/** Words in another order are as alike as in the same, nearly. */
const TURNED_FACTOR = 0.98;
/** Names that share fewer words are not compared in another order. */
const TURNED_WORDS_MIN = 0.5;

/** Words that were joined or split share no word, and are as alike as their letters, nearly. */
const JOINED_LIKENESS_MIN = 0.9;
const JOINED_FACTOR = 0.95;

/** Compares one name that was asked for with those of companies. */
export class NameComparison {
  readonly #asked: NameParts;
  readonly #weightOf: WeightOf;
  readonly #distance = new EditDistance();
  readonly #letters: string;
  readonly #turned: string;
  readonly #weights: readonly number[];

  constructor(asked: NameParts, weightOf: WeightOf) {
    this.#asked = asked;
    this.#weightOf = weightOf;
    this.#letters = asked.words.join('');
    this.#turned = asked.words.toSorted().join('');
    this.#weights = asked.words.map(weightOf);
  }

  /** How alike the name of a company in a country is. */
  with(found: NameParts, country: string | undefined): NameLikeness {
    const letters = found.words.join('');
    const words = this.#wordLikeness(found.words);
    const byLetters = letters === '' || this.#letters === '' ? 0 : this.#letterLikeness(found.words, letters, words);
    const isJoined = byLetters >= JOINED_LIKENESS_MIN && found.words.length !== this.#asked.words.length;
    return {
      words: isJoined ? Math.max(words, JOINED_FACTOR * byLetters) : words,
      letters: byLetters,
      same: letters !== '' && this.#asked.words.join(' ') === found.words.join(' ') ? 1 : 0,
      form: compareForms(this.#asked.forms, found.forms, country),
    };
  }

  #letterLikeness(found: readonly string[], letters: string, words: number): number {
    const inOrder = this.#distance.likeness(this.#letters, letters, LETTERS_LIKENESS_MIN);
    const isTurned = inOrder < 1 && words >= TURNED_WORDS_MIN && this.#asked.words.length > 1 && found.length > 1;
    if (!isTurned) return inOrder;
    const turned = this.#distance.likeness(this.#turned, found.toSorted().join(''), LETTERS_LIKENESS_MIN);
    return Math.max(inOrder, TURNED_FACTOR * turned);
  }

  /**
   * The weight of the words that two names share, of the weight of all their words (a soft Dice coefficient). Each word is paired with
   * at most one other, the most alike first.
   */
  #wordLikeness(found: readonly string[]): number {
    const pairs: { readonly a: number; readonly b: number; readonly alike: number }[] = [];
    for (const [a, word] of this.#asked.words.entries()) {
      for (const [b, other] of found.entries()) {
        const alike = this.#pairLikeness(word, other);
        if (alike > 0) pairs.push({ a, b, alike });
      }
    }
    if (pairs.length > 1) pairs.sort((one, other) => other.alike - one.alike || one.a - other.a || one.b - other.b);
    const weights = found.map(this.#weightOf);
    const total = sum(this.#weights) + sum(weights);
    const [pairedA, pairedB] = [new Set<number>(), new Set<number>()];
    let shared = 0;
    for (const { a, b, alike } of pairs) {
      if (pairedA.has(a) || pairedB.has(b)) continue;
      pairedA.add(a);
      pairedB.add(b);
      shared += alike * ((this.#weights[a] ?? 0) + (weights[b] ?? 0));
    }
    return total === 0 ? 0 : shared / total;
  }

  #pairLikeness(a: string, b: string): number {
    if (a === b) return 1;
    // A number with another digit is another number.
    if (isNumber(a) || isNumber(b)) return 0;
    const alike = this.#distance.likeness(a, b, WORD_LIKENESS_MIN);
    const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
    const isAbbreviation = shorter.length >= ABBREVIATION_CHARS_MIN && longer.startsWith(shorter);
    return isAbbreviation ? Math.max(alike, ABBREVIATION_LIKENESS) : alike;
  }
}

function isNumber(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 0x30 && first <= 0x39 && /^[0-9]+$/.test(word);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
