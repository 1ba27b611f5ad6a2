import { EditDistance } from '../../../src/model/index.ts';
import type { NameLikeness } from '../../../src/snapshot/index.ts';
import { isAmbiguous, replaceInitials, withoutLoneJoints } from './joints.ts';
import { RESPELT, UNSAID, compareForms, type FormLikeness } from './legal-forms.ts';
import type { NameParts } from './name-parts.ts';
import { spellingKey } from './spelling.ts';

/** The weight of a word, from 0 to 1: a word in many names weighs less. */
export type WeightOf = (word: string) => number;

/** How rare a word is, from 0 (in all names) to 1 (in one name); undefined for a word of no name, and without an index. */
export type RarityOf = (word: string) => number | undefined;

/** For each word of a company that the request has in another spelling: the word as requested. */
export type TypedOtherwise = ReadonlyMap<string, string>;

/** The features that come from a comparison word by word. */
type WordLikeness = Omit<NameLikeness, 'letters' | 'same' | 'form' | 'contradicts'>;

/** The likeness of names without common words, or if a name is missing. */
export const UNLIKE: NameLikeness = {
  words: 0,
  mistakes: 0,
  taken: 0,
  abbreviated: 0,
  extra: 0,
  instead: 0,
  missing: 0,
  numbers: 0,
  shared: 0,
  rarest: 0,
  letters: 0,
  same: 0,
  form: 0,
  contradicts: 0,
};

/** Minimum share of equal letters, of the letters of the longer word, for two words to be spellings of one word. */
const WORD_LIKENESS_MIN = 0.6;
/** Minimum number of digits of a number that a company may be named by, and the share of them that must be equal. */
const NAMING_DIGITS_MIN = 6;
const NUMBER_LIKENESS_MIN = 0.8;
/** The letters in common that tell companies apart: the words of shorter names are often a mistake away from others. */
const TELLING_CHARS = 7;
/** Minimum share of equal letters of two names; below it, their likeness by letters is 0. */
const LETTERS_LIKENESS_MIN = 0.6;
const ABBREVIATION_CHARS_MIN = 3;
const ABBREVIATION_LIKENESS = 0.8;
/** The factor of the likeness if words are in another order. */
const TURNED_FACTOR = 0.98;
/** Minimum likeness by words of names whose words are also compared in another order. */
const TURNED_WORDS_MIN = 0.5;

/**
 * Minimum likeness by letters of names with joined or split words, and its factor. Such names have no common words, so nearly all letters
 * must be equal.
 */
const JOINED_LIKENESS_MIN = 0.9;
const JOINED_FACTOR = 0.95;

/** Maximum value of features that are counts, such as mistakes, extra words and replaced words. */
const COUNTED_MAX = 4;
/**
 * Maximum value of `shared`. Two words that only one company has are enough: more words of a long name do not make up for a missing word.
 */
const SHARED_MAX = 2;

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly alike: number;
}

/** How two paired words differ. */
interface Change {
  readonly isSame: boolean;
  readonly isAbbreviation: boolean;
  readonly isTaken: boolean;
  readonly mistakes: number;
}

const UNCHANGED: Change = { isSame: true, isAbbreviation: false, isTaken: false, mistakes: 0 };
const ABBREVIATED: Change = { isSame: false, isAbbreviation: true, isTaken: false, mistakes: 0 };

/** The words of the requested name, and what is computed from them once. */
interface Requested {
  readonly words: readonly string[];
  readonly letters: string;
  /** The letters of its words in alphabetical order. */
  readonly turned: string;
  readonly weights: readonly number[];
  readonly rarities: readonly (number | undefined)[];
}

export class NameComparison {
  readonly #forms: readonly string[];
  readonly #formLikenesses = new Map<string, FormLikeness>();
  readonly #weightOf: WeightOf;
  readonly #rarityOf: RarityOf;
  readonly #distance = new EditDistance();
  readonly #whole: Requested;
  readonly #initials: string | undefined;
  readonly #hasJoint: boolean;
  readonly #asRequested: TypedOtherwise;
  readonly #typed: ReadonlySet<string>;
  readonly #readings: readonly NameComparison[];

  /** @param readings other readings of the requested name, for names with the legal form that they set aside */
  constructor(
    { words, forms, initials }: NameParts,
    weightOf: WeightOf,
    rarityOf: RarityOf = () => undefined,
    asRequested: TypedOtherwise = new Map(),
    readings: readonly NameParts[] = [],
  ) {
    this.#forms = forms;
    this.#weightOf = weightOf;
    this.#rarityOf = rarityOf;
    this.#asRequested = asRequested;
    this.#typed = new Set(asRequested.values());
    this.#whole = this.#requested(words);
    this.#initials = initials;
    this.#hasJoint = words.some(isAmbiguous);
    this.#readings = readings.map((reading) => new NameComparison(reading, weightOf, rarityOf, asRequested));
  }

  /** Returns the likeness of the requested name and the name of a company in a country. */
  with(name: NameParts, country: string | undefined): NameLikeness {
    const meant = this.#readings.find((reading) => reading.formsWith(name.forms, country).form >= RESPELT.form);
    if (meant !== undefined) return meant.with(name, country);
    const [words, found] = this.#comparable(name);
    const requested = words === this.#whole.words ? this.#whole : this.#requested(words);
    const letters = found.join('');
    const byWords = this.#wordLikeness(requested, found);
    const isNothing = letters === '' || requested.letters === '';
    const byLetters = isNothing ? 0 : this.#letterLikeness(requested, found, letters, byWords.words);
    const isJoined =
      byLetters >= JOINED_LIKENESS_MIN && found.length !== words.length && JOINED_FACTOR * byLetters > byWords.words;
    const longer = Math.max(letters.length, requested.letters.length);
    return {
      ...(isJoined ? joinedLikeness(byLetters, longer) : byWords),
      letters: byLetters,
      same: letters !== '' && words.length === found.length && words.every((word, i) => word === found[i]) ? 1 : 0,
      ...this.formsWith(name.forms, country),
    };
  }

  /** Returns the requested words and those of a name, as typed in the query and without joints that only one name has. */
  #comparable({ words, initials }: NameParts): readonly [requested: readonly string[], found: readonly string[]] {
    const asRequested = this.#asRequested;
    const whole = this.#whole.words;
    const requested = this.#initials === undefined ? whole : replaceInitials(whole, this.#initials, words);
    const its = initials === undefined ? words : replaceInitials(words, initials, whole);
    const found = asRequested.size === 0 ? its : its.map((word) => asRequested.get(word) ?? word);
    return this.#hasJoint || found.some(isAmbiguous) ? withoutLoneJoints(requested, found) : [requested, found];
  }

  /** Compares the requested legal forms with those of a name. Few are in the compared names, so each is compared once. */
  formsWith(forms: readonly string[], country: string | undefined): FormLikeness {
    if (forms.length === 0 || this.#forms.length === 0) return UNSAID;
    const key = `${country} ${forms.join()}`;
    const known = this.#formLikenesses.get(key);
    if (known !== undefined) return known;
    const likeness = compareForms(this.#forms, forms, country);
    this.#formLikenesses.set(key, likeness);
    return likeness;
  }

  #requested(words: readonly string[]): Requested {
    return {
      words,
      letters: words.join(''),
      turned: words.toSorted().join(''),
      weights: words.map(this.#weightOf),
      rarities: words.map(this.#rarityOf),
    };
  }

  #letterLikeness(requested: Requested, found: readonly string[], letters: string, words: number): number {
    const inOrder = this.#distance.likeness(requested.letters, letters, LETTERS_LIKENESS_MIN);
    const isTurned = inOrder < 1 && words >= TURNED_WORDS_MIN && requested.words.length > 1 && found.length > 1;
    if (!isTurned) return inOrder;
    const turned = this.#distance.likeness(requested.turned, found.toSorted().join(''), LETTERS_LIKENESS_MIN);
    return Math.max(inOrder, TURNED_FACTOR * turned);
  }

  /** Compares the words of two names. Each word is paired with at most one word of the other name, the most similar pairs first. */
  #wordLikeness(requested: Requested, found: readonly string[]): WordLikeness {
    const weights = found.map(this.#weightOf);
    const pairs = this.#pairs(requested.words, found);
    const changes = pairs.map((pair) => this.#compareWords(pair, requested, found));
    const telling = Math.min(1, sum(pairs.map(({ a }) => requested.words[a]?.length ?? 0)) / TELLING_CHARS);
    const rarities = pairs.map(
      ({ a }, i) => telling * (changes[i]?.isSame === true ? (requested.rarities[a] ?? 1) : 1),
    );
    const total = sum(requested.weights) + sum(weights);
    const shared = sum(pairs.map(({ a, b, alike }) => alike * ((requested.weights[a] ?? 0) + (weights[b] ?? 0))));
    const [rest, places] = [found.slice(), requested.words.map((_, at) => at)];
    for (const { a, b } of pairs) {
      places[a] = -1;
      rest[b] = '';
    }
    const missing = places.filter((at) => at >= 0);
    const requestedOnly = missing.map((at) => requested.words[at] ?? '');
    // `Meyer & Meyer` has no word more than `Meyer`.
    const foundOnly = rest.filter((word) => word !== '' && !requested.words.includes(word));
    return {
      // A soft Dice coefficient.
      words: total === 0 ? 0 : shared / total,
      mistakes: counted(sum(changes.map(({ mistakes }) => mistakes))),
      taken: counted(changes.filter(({ isTaken }) => isTaken).length),
      abbreviated: counted(changes.filter(({ isAbbreviation }) => isAbbreviation).length),
      extra: counted(foundOnly.length),
      instead: counted(Math.min(requestedOnly.length, foundOnly.length)),
      missing: counted(sum(missing.map((at) => requested.rarities[at] ?? 0))),
      numbers: [...requestedOnly, ...foundOnly].some(isNumber) ? 1 : 0,
      shared: Math.min(SHARED_MAX, sum(rarities)),
      rarest: Math.max(0, ...rarities),
    };
  }

  #pairs(requested: readonly string[], found: readonly string[]): Pair[] {
    const pairs: Pair[] = [];
    for (const [a, word] of requested.entries()) {
      for (const [b, other] of found.entries()) {
        const alike = this.#pairLikeness(word, other);
        if (alike > 0) pairs.push({ a, b, alike });
      }
    }
    if (pairs.length < 2) return pairs;
    pairs.sort((one, other) => other.alike - one.alike || one.a - other.a || one.b - other.b);
    const [pairedA, pairedB] = [new Set<number>(), new Set<number>()];
    return pairs.filter(({ a, b }) => {
      if (pairedA.has(a) || pairedB.has(b)) return false;
      pairedA.add(a);
      pairedB.add(b);
      return true;
    });
  }

  /** Returns how two paired words differ. Words with the same spelling key differ by no mistakes. */
  #compareWords({ a, b, alike }: Pair, { words, rarities }: Requested, found: readonly string[]): Change {
    const [word, other] = [words[a] ?? '', found[b] ?? ''];
    if (alike === 1) return UNCHANGED;
    const [shorter, longer] = word.length < other.length ? [word, other] : [other, word];
    const isAbbreviation =
      shorter.length >= ABBREVIATION_CHARS_MIN && longer.length - shorter.length > 1 && longer.startsWith(shorter);
    if (isAbbreviation) return ABBREVIATED;
    const byKeys = this.#distance.between(spellingKey(word), spellingKey(other), COUNTED_MAX);
    const mistakes = byKeys === 0 ? 0 : Math.min(byKeys, this.#distance.between(word, other, COUNTED_MAX));
    return {
      isSame: mistakes === 0,
      isAbbreviation,
      isTaken: rarities[a] !== undefined && !this.#typed.has(word),
      mistakes,
    };
  }

  #pairLikeness(a: string, b: string): number {
    if (a === b) return 1;
    const [isA, isB] = [isNumber(a), isNumber(b)];
    // With another digit a number is another one, except a long number, which may be the whole name.
    if (isA !== isB || (isA && Math.min(a.length, b.length) < NAMING_DIGITS_MIN)) return 0;
    const alike = this.#distance.likeness(a, b, isA ? NUMBER_LIKENESS_MIN : WORD_LIKENESS_MIN);
    if (isA) return alike;
    const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
    const isAbbreviation = shorter.length >= ABBREVIATION_CHARS_MIN && longer.startsWith(shorter);
    return isAbbreviation ? Math.max(alike, ABBREVIATION_LIKENESS) : alike;
  }
}

/** The likeness of joined or split words: all letters are common, except for mistakes. */
function joinedLikeness(letters: number, length: number): WordLikeness {
  const mistakes = counted(Math.round((1 - letters) * length));
  return { ...UNLIKE, words: JOINED_FACTOR * letters, mistakes, shared: 1, rarest: 1 };
}

function counted(count: number): number {
  return Math.min(count, COUNTED_MAX);
}

function isNumber(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 0x30 && first <= 0x39 && /^[0-9]+$/.test(word);
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
