import type { MatchTables } from '../../../src/snapshot/tables.ts';
import { decodePlaces, rankOf, type IndexedWord } from './format.ts';
import { readPostings, type MatchIndex } from './match-index.ts';

/** A word of the query, with the words of the index that may be meant by it. */
interface QueryWord {
  /** The word, unless it is a part of another or made of two. */
  readonly asked?: string;
  readonly weight: number;
  readonly alternatives: readonly Alternative[];
}

interface Alternative {
  readonly word: IndexedWord;
  /** The share of the weight that remains: each mistake reduces it. */
  readonly factor: number;
}

/** The words of the index by the unknown words of the query that may be typed for them. */
export type TypedWords = ReadonlyMap<string, readonly IndexedWord[]>;

/** A word in too many names to select all its companies. */
interface FrequentWord extends Alternative {
  readonly weight: number;
  /** The place of the word of the query for which it is an alternative. */
  readonly at: number;
}

/** Maximum number of words of a query that are looked up. */
const QUERY_WORDS_MAX = 10;
/**
 * Maximum number of companies that a word of the query selects, for all similar words together. A word with more companies is frequent.
 */
const RARE_COMPANIES_MAX = 1000;
/** Maximum number of companies that are read from postings for one query, so that no query takes more than some milliseconds. */
const READ_COMPANIES_MAX = 150_000;
/** Minimum number of companies with a word that is taken to be correctly spelt. */
const SURE_COMPANIES_MIN = 64;
/** Maximum number of words that one misspelt word is replaced by, to look up names. */
const CORRECTIONS_MAX = 6;
/** The share of a word's weight that each mistake costs. */
const PER_MISTAKE = 0.3;
/** The length of a word that may be abbreviated, and the share of its weight that remains. */
const CUT_CHARS_MIN = 3;
const CUT_CHARS_MAX = 6;
const CUT_FACTOR = 0.5;
/** Minimum number of letters in the parts of a joined word, unless digits and letters meet between the parts. */
const PART_CHARS_MIN = 3;
const DIGITS_MEET_LETTERS = /(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/;

/**
 * Finds the companies that a name may mean, as ranks among all companies, the likeliest first. Rare words select all their companies.
 * Frequent words only rank these companies, or select the companies that have several frequent words.
 */
export class Gathering {
  readonly #index: MatchIndex;
  readonly #tables: MatchTables;
  readonly #typed: TypedWords;
  readonly #words: readonly QueryWord[];
  #left = READ_COMPANIES_MAX;

  constructor(index: MatchIndex, tables: MatchTables, typed: TypedWords, words: Iterable<string>) {
    this.#index = index;
    this.#tables = tables;
    this.#typed = typed;
    this.#words = this.#queryWords([...words]);
  }

  /** Returns the ranks of at most `limit` companies; of one country only, if `country` is passed. */
  ranks(country: string | undefined, limit: number): number[] {
    this.#left = READ_COMPANIES_MAX;
    const scores = new Map<number, number>();
    const frequent: FrequentWord[] = [];
    for (const [at, { weight, alternatives }] of this.#words.entries()) {
      let left = RARE_COMPANIES_MAX;
      for (const { word, factor } of alternatives) {
        if (word.companies <= left) {
          left -= word.companies;
          for (const place of this.#places(word, country))
            scores.set(place, (scores.get(place) ?? 0) + weight * factor);
        } else if (word.companies > RARE_COMPANIES_MAX) frequent.push({ word, factor, weight, at });
      }
    }
    frequent.sort((a, b) => a.word.companies - b.word.companies);
    if (scores.size === 0 || frequent.length > 1 || scores.size > limit)
      this.#addCommon(frequent, scores, country, limit);
    const best = [...scores].toSorted(([a, one], [b, other]) => other - one || a - b).slice(0, limit);
    return best.map(([place]) => rankOf(place));
  }

  /** Returns the words that are most likely meant by the words of the query that are misspelt, the likeliest first. */
  corrections(): Map<string, readonly string[]> {
    const found = this.#words.flatMap(({ asked, alternatives }) => {
      if (asked === undefined || alternatives[0]?.word.text === asked) return [];
      const likeliest = alternatives.toSorted((a, b) => b.factor - a.factor || b.word.companies - a.word.companies);
      return [[asked, likeliest.slice(0, CORRECTIONS_MAX).map(({ word }) => word.text)] as const];
    });
    return new Map(found);
  }

  #queryWords(words: readonly string[]): QueryWord[] {
    const looked = words.slice(0, QUERY_WORDS_MAX);
    const own = looked.map((word) => ({ asked: word, ...this.#alternatives(word) }));
    // Adjacent words that the register writes as one.
    const joined = looked.slice(1).flatMap((next, i) => this.#exactly(`${looked[i]}${next}`) ?? []);
    // A word that the register writes as two.
    const split = looked.filter((_, i) => own[i]?.alternatives[0]?.factor !== 1).flatMap((word) => this.#parts(word));
    return [...own, ...joined, ...split];
  }

  /** Returns the words of the index that may be meant by a word of the query. */
  #alternatives(word: string): QueryWord {
    const same = this.#index.sounding(this.#tables, word);
    const isSure = same.some(({ text, companies }) => text === word && companies >= SURE_COMPANIES_MIN);
    const similar = isSure ? same : this.#index.similar(this.#tables, word);
    const typed = (this.#typed.get(word) ?? []).map((one) => ({ word: one, factor: 1 }));
    const others = similar.filter(({ ordinal }) => typed.every((one) => one.word.ordinal !== ordinal));
    const alternatives = [...typed, ...others.map((one) => ({ word: one, factor: 1 - PER_MISTAKE * one.mistakes }))];
    const isKnown = alternatives[0]?.word.text === word;
    const isCut = !isKnown && word.length >= CUT_CHARS_MIN && word.length <= CUT_CHARS_MAX && !/[0-9]/.test(word);
    const longer = isCut ? this.#index.startingWith(this.#tables, word) : [];
    alternatives.push(...longer.map((one) => ({ word: one, factor: CUT_FACTOR })));
    return { weight: this.#index.computeWeight(word), alternatives };
  }

  /** Returns the same word of the index, if it exists. */
  #exactly(word: string): QueryWord | undefined {
    const found = this.#index.find(this.#tables, word);
    return found && { weight: this.#index.computeWeight(word), alternatives: [{ word: found, factor: 1 }] };
  }

  /** Returns the two parts of a joined word, if the index has both. */
  #parts(word: string): QueryWord[] {
    const between = DIGITS_MEET_LETTERS.exec(word)?.index;
    const places = between === undefined ? [] : [between];
    for (let at = PART_CHARS_MIN; at <= word.length - PART_CHARS_MIN; at++) places.push(at);
    for (const at of places) {
      const first = this.#exactly(word.slice(0, at));
      const second = first && this.#exactly(word.slice(at));
      if (first !== undefined && second !== undefined) return [first, second];
    }
    return [];
  }

  /**
   * Adds the companies that the frequent words have in common, beginning with the rarest word. These words also raise the scores of the
   * companies that were selected before.
   */
  #addCommon(
    frequent: readonly FrequentWord[],
    scores: Map<number, number>,
    country: string | undefined,
    limit: number,
  ): void {
    let common: Float64Array | undefined;
    let weight = 0;
    const narrowed = new Set<number>();
    const ascending = Float64Array.from(scores.keys()).toSorted();
    for (const one of frequent) {
      const places = this.#places(one.word, country);
      const its = one.weight * one.factor;
      for (const place of inBoth(ascending, places)) scores.set(place, (scores.get(place) ?? 0) + its);
      const shared = common === undefined ? places : inBoth(common, places);
      // No company has to have two spellings of one word.
      if (shared.length === 0 || narrowed.has(one.at)) continue;
      narrowed.add(one.at);
      common = shared;
      weight += its;
    }
    for (const place of common?.subarray(0, limit) ?? []) if (!scores.has(place)) scores.set(place, weight);
  }

  #places(word: IndexedWord, country: string | undefined): Float64Array {
    if (this.#left <= 0) return new Float64Array(0);
    const places = decodePlaces(readPostings(this.#tables, word), this.#left, country);
    this.#left -= places.length;
    return places;
  }
}

/** Returns the numbers that two ascending lists have in common. */
function inBoth(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(Math.min(a.length, b.length));
  let count = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [one, other] = [a[i] ?? 0, b[j] ?? 0];
    if (one === other) both[count++] = one;
    if (one <= other) i++;
    if (other <= one) j++;
  }
  return both.subarray(0, count);
}
