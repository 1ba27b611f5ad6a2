import { EditDistance } from '../../../src/model/index.ts';
import { alphabetKeys, areTypedAlike, hashKey, hashesOfMistakes, listHashes, spellingKey } from '../names/index.ts';
import type { MatchTables } from '../../../src/snapshot/tables.ts';
import {
  BLOCK_WORDS,
  FREQUENT_COMPANIES_MIN,
  bucketOf,
  decodeCountries,
  decodeWords,
  eachEntry,
  leastHashOf,
  numberKey,
  type IndexedWord,
  type MatchFacts,
} from './format.ts';

/** A word of the index that is similar to a requested word. */
interface SimilarWord extends IndexedWord {
  /** The number of mistakes between the two words, or between their spelling keys. */
  readonly mistakes: number;
}

/** Maximum number of words with a common hash that are read for a requested word: short words match more words by accident. */
const READ_WORDS_MAX = 192;
const SIMILAR_WORDS_MAX = 24;
/** Number of words with a common beginning after which no further block of them is read. */
const STARTING_WORDS_MAX = 48;
/** A word may have one mistake, and one more for each group of this many letters. */
const LETTERS_PER_MISTAKE = 5;
const MISTAKES_MAX = 2;

/** Finds words by their spelling. The readers of one snapshot share one instance. */
export class MatchIndex {
  readonly #facts: MatchFacts;
  readonly #frequent: ReadonlyMap<string, number>;
  /** The weight of a word that is not frequent, before weights are scaled to 1. */
  readonly #most: number;
  readonly #companies: number;
  readonly #distance = new EditDistance();

  /** @param companies the number of current companies of the snapshot */
  constructor(facts: MatchFacts, companies: number) {
    this.#facts = facts;
    this.#frequent = new Map(Object.entries(facts.frequent));
    this.#companies = companies;
    this.#most = Math.log1p(
      companies / Math.min(Infinity, ...this.#frequent.values(), Math.max(FREQUENT_COMPANIES_MIN, 1)),
    );
  }

  get hasFurtherNames(): boolean {
    return this.#facts.further_names > 0;
  }

  /** The weight of a folded word, from 0 to 1: nearly 0 for a word in every name. */
  readonly computeWeight = (word: string): number => {
    const companies = this.#frequent.get(word);
    return companies === undefined || this.#most === 0 ? 1 : Math.log1p(this.#companies / companies) / this.#most;
  };

  /**
   * How rare a folded word is: 0 if the names of all companies have it, 1 if only one company has it; undefined if the index lacks it.
   */
  computeRarity(tables: MatchTables, word: string): number | undefined {
    const companies = this.find(tables, word)?.companies;
    if (companies === undefined) return undefined;
    return this.#companies > 1 ? Math.max(0, 1 - Math.log(companies) / Math.log(this.#companies)) : 1;
  }

  /** Returns the same word of the index, if it exists. */
  find(tables: MatchTables, asked: string): IndexedWord | undefined {
    for (const ordinal of this.#withHashes(tables, [hashKey(asked)])) {
      const word = readWord(tables, ordinal);
      if (word?.text === asked) return word;
    }
    return undefined;
  }

  /** Returns the words with the same spelling key as a word, beginning with this word. */
  sounding(tables: MatchTables, asked: string): SimilarWord[] {
    const key = spellingKey(asked);
    const sounding: SimilarWord[] = [];
    for (const ordinal of this.#withHashes(tables, [hashKey(key)])) {
      const word = readWord(tables, ordinal);
      if (word !== undefined && spellingKey(word.text) === key) sounding.push({ ...word, mistakes: 0 });
      if (sounding.length === SIMILAR_WORDS_MAX) break;
    }
    return sounding.toSorted((a, b) => Number(b.text === asked) - Number(a.text === asked) || a.ordinal - b.ordinal);
  }

  /**
   * Returns the words that a word may be as people type the alphabets of some countries: only words of companies there. Words with the
   * same spelling key are not among them.
   */
  typed(tables: MatchTables, asked: string): IndexedWord[] {
    const keys = new Set(alphabetKeys(asked).filter((key) => key !== undefined));
    const sound = spellingKey(asked);
    const typed: IndexedWord[] = [];
    for (const ordinal of this.#withHashes(tables, [...keys].map(hashKey))) {
      const word = readWord(tables, ordinal);
      if (word === undefined || spellingKey(word.text) === sound) continue;
      if (areTypedAlike(asked, word.text, decodeCountries(readPostings(tables, word)))) typed.push(word);
      if (typed.length === SIMILAR_WORDS_MAX) break;
    }
    return typed;
  }

  /**
   * Returns the words that are similar to a folded word: words that sound the same first, then by the number of mistakes, then rarer
   * words first.
   */
  similar(tables: MatchTables, asked: string): SimilarWord[] {
    const key = spellingKey(asked);
    const mistakesMax = Math.min(MISTAKES_MAX, 1 + Math.floor(asked.length / LETTERS_PER_MISTAKE));
    const distance = this.#distance;
    const similar: (SimilarWord & { readonly letters: number })[] = [];
    let read = 0;
    // A mistake may create or remove a spelling of a sound, so the word itself is looked up, too, not only its key.
    for (const ordinal of this.#withHashes(tables, [...listHashes(asked), ...hashesOfMistakes(asked)])) {
      if (++read > READ_WORDS_MAX) break;
      const word = readWord(tables, ordinal);
      if (word === undefined) continue;
      const letters = distance.between(asked, word.text, mistakesMax);
      const mistakes = Math.min(letters, distance.between(key, spellingKey(word.text), mistakesMax));
      if (mistakes <= mistakesMax) similar.push({ ...word, mistakes, letters });
    }
    // The frequent ones are the likeliest to be meant.
    const likeliest = similar.toSorted(
      (a, b) => a.mistakes - b.mistakes || a.letters - b.letters || b.companies - a.companies,
    );
    return likeliest
      .slice(0, SIMILAR_WORDS_MAX)
      .toSorted((a, b) => a.mistakes - b.mistakes || a.companies - b.companies || a.ordinal - b.ordinal);
  }

  /** Returns the first words in alphabetical order that begin with the letters of a word, and are longer. */
  startingWith(tables: MatchTables, beginning: string): IndexedWord[] {
    let [from, to] = [0, Math.ceil(this.#facts.words / BLOCK_WORDS)];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((readBlock(tables, middle).next().value?.text ?? '') < beginning) from = middle + 1;
      else to = middle;
    }
    const found: IndexedWord[] = [];
    for (let number = Math.max(0, from - 1); found.length < STARTING_WORDS_MAX; number++) {
      let last = '';
      for (const word of readBlock(tables, number)) {
        last = word.text;
        if (last !== beginning && last.startsWith(beginning)) found.push(word);
      }
      if (last === '' || (last > beginning && !last.startsWith(beginning))) break;
    }
    return found;
  }

  /** Returns the ordinals of the words that have one of the hashes, without duplicates, in the order of the hashes. */
  #withHashes(tables: MatchTables, hashes: readonly number[]): ReadonlySet<number> {
    const { bucket_bits: bits } = this.#facts;
    const ordinals = new Set<number>();
    for (const hash of hashes) {
      const bucket = bucketOf(hash, bits);
      const bytes = tables.spellings.get(numberKey(bucket));
      if (bytes === undefined) continue;
      const onEntry = (at: number, ordinal: number): unknown => at === hash && ordinals.add(ordinal);
      eachEntry(bytes, leastHashOf(bucket, bits), onEntry, hash);
    }
    return ordinals;
  }
}

/** Reads the word with an ordinal; undefined if it does not exist. */
function readWord(tables: MatchTables, ordinal: number): IndexedWord | undefined {
  for (const word of readBlock(tables, Math.floor(ordinal / BLOCK_WORDS))) if (word.ordinal === ordinal) return word;
  return undefined;
}

/** Yields the words of a block; none if it does not exist. */
function* readBlock(tables: MatchTables, number: number): Generator<IndexedWord, void, undefined> {
  const block = tables.words.get(numberKey(number));
  if (block !== undefined) yield* decodeWords(block, number * BLOCK_WORDS);
}

export function readPostings(tables: MatchTables, { ordinal, text, postings }: IndexedWord): Buffer {
  const bytes = postings ?? tables.postings.get(numberKey(ordinal));
  if (bytes === undefined) throw new Error(`the match index has no companies for "${text}"`);
  return bytes;
}
