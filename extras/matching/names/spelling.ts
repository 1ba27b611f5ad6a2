import alphabets from './alphabets.json' with { type: 'json' };
import table from './spellings.json' with { type: 'json' };

/**
 * Spellings of one sound, or of one letter of another alphabet, longer spellings first. Words that differ only in such spellings have the
 * same key, by which they are looked up. Their letters decide how similar they are.
 */
const SPELLINGS: Readonly<Record<string, string>> = table;
const WRITTEN = new RegExp(Object.keys(SPELLINGS).join('|'), 'g');
const DOUBLED = /([a-z])\1+/g;

/** Returns the key by which a folded word is looked up. A word with digits is its own key: numbers have no other spelling. */
export function spellingKey(word: string): string {
  if (/[0-9]/.test(word)) return word;
  return word.replace(WRITTEN, (written) => SPELLINGS[written] ?? written).replace(DOUBLED, '$1');
}

/** An alphabet whose letters people type in several ways that are other sounds in other languages. */
interface Alphabet {
  readonly countries: readonly string[];
  readonly key: (word: string) => string;
}

/** The letters of an alphabet, beside the spellings of one sound. `first` is a letter that its place decides. */
const ALPHABETS: readonly Alphabet[] = alphabets.map(({ countries, first, letters }) => {
  const sounds: Readonly<Record<string, string | undefined>> = { ...SPELLINGS, ...letters };
  const written = new RegExp(
    Object.keys(sounds)
      .toSorted((a, b) => b.length - a.length)
      .join('|'),
    'g',
  );
  const [place, sound] = first ?? [];
  const placed = place === undefined ? undefined : new RegExp(place, 'g');
  return {
    countries,
    key(word) {
      const before = placed === undefined ? word : word.replace(placed, sound ?? '');
      return before.replace(written, (found) => sounds[found] ?? found).replace(DOUBLED, '$1');
    },
  };
});

/** Minimum length of a word in an alphabet and of its key: shorter ones would be equal to too many words of other languages. */
const ALPHABET_CHARS_MIN = 4;

/**
 * Returns the keys by which a folded word is found as people type the alphabets of some countries, in the order of the alphabets;
 * undefined for an alphabet of other countries, and for a word that is too short.
 */
export function alphabetKeys(word: string, countries?: readonly string[]): (string | undefined)[] {
  if (word.length < ALPHABET_CHARS_MIN || !/[a-z]/.test(word)) return [];
  return ALPHABETS.map((alphabet) => {
    if (countries !== undefined && !alphabet.countries.some((code) => countries.includes(code))) return undefined;
    const key = alphabet.key(word);
    return key.length < ALPHABET_CHARS_MIN || /[0-9]/.test(key) ? undefined : key;
  });
}

/** Whether two folded words are one word in an alphabet of some countries. */
export function areTypedAlike(a: string, b: string, countries: readonly string[]): boolean {
  const keys = alphabetKeys(b, countries);
  return alphabetKeys(a, countries).some((key, i) => key !== undefined && key === keys[i]);
}

/** Minimum length of a key that is found with a mistake: without one letter, shorter keys would be equal to too many others. */
const VARIED_CHARS_MIN = 4;
/** Number of letters at the start of a key that are removed in turn. */
const VARIED_CHARS_MAX = 24;

function isVaried(key: string): boolean {
  return key.length >= VARIED_CHARS_MIN && !/[0-9]/.test(key);
}

/**
 * Returns the hashes of a key, and of the key without each of its letters. Keys that are one mistake apart (a letter more, less or
 * changed, or two letters swapped) have a hash in common, and so do many keys that are two mistakes apart.
 */
export function variantHashes(key: string): number[] {
  const hashes = [hashKey(key)];
  if (!isVaried(key)) return hashes;
  for (let i = 0; i < Math.min(key.length, VARIED_CHARS_MAX); i++) {
    // Removing either of two equal letters gives the same key.
    if (key[i] !== key[i - 1]) hashes.push(hashWithout(key, i));
  }
  return [...new Set(hashes)];
}

/** The length of a word of which every mistake is looked up. */
const MISTAKEN_CHARS_MIN = 3;
const MISTAKEN_CHARS_MAX = 10;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

/**
 * Returns the hashes of all words that are one mistake away from a short word or a number, which the index has without variants. Of words
 * with letters and digits, only the digits vary.
 */
export function hashesOfMistakes(word: string): number[] {
  if (isVaried(word) || word.length < MISTAKEN_CHARS_MIN || word.length > MISTAKEN_CHARS_MAX) return [];
  const others = /[0-9]/.test(word) ? DIGITS : LETTERS;
  const words: string[] = [];
  for (let i = 0; i <= word.length; i++) {
    const [before, char, after] = [word.slice(0, i), word.charAt(i), word.slice(i + 1)];
    if (char !== '') words.push(before + after, before + after.charAt(0) + char + after.slice(1));
    for (const other of others) {
      words.push(before + other + char + after);
      if (char !== '') words.push(before + other + after);
    }
  }
  return [...new Set(words)].map(hashKey);
}

/**
 * Returns the hashes by which a word is found: those of the word and of its spelling key, each also without one letter, and those of its
 * keys in the alphabets of the countries whose companies have the word.
 */
export function listHashes(word: string, countries: readonly string[] = []): number[] {
  const key = spellingKey(word);
  const hashes = new Set(variantHashes(word));
  if (key !== word) for (const hash of variantHashes(key)) hashes.add(hash);
  for (const one of countries.length === 0 ? [] : alphabetKeys(word, countries))
    if (one !== undefined) hashes.add(hashKey(one));
  return [...hashes];
}

/** Returns the hash of an unchanged word. */
export function hashKey(key: string): number {
  return hashWithout(key, -1);
}

/** FNV-1a over all letters except that at index `left`, with the finalizer of MurmurHash3, which spreads small differences. */
function hashWithout(key: string, left: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) if (i !== left) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
