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

/** Minimum length of a key that is found with a mistake: without one letter, shorter keys would be equal to too many others. */
const VARIED_CHARS_MIN = 4;
/** Number of letters at the start of a key that are removed in turn. */
const VARIED_CHARS_MAX = 24;

/**
 * Returns the hashes of a key, and of the key without each of its letters. Keys that are one mistake apart (a letter more, less or
 * changed, or two letters swapped) have a hash in common, and so do many keys that are two mistakes apart.
 */
export function variantHashes(key: string): number[] {
  const hashes = [hashOf(key)];
  if (key.length < VARIED_CHARS_MIN || /[0-9]/.test(key)) return hashes;
  for (let i = 0; i < Math.min(key.length, VARIED_CHARS_MAX); i++) {
    // Removing either of two equal letters gives the same key.
    if (key[i] !== key[i - 1]) hashes.push(hashWithout(key, i));
  }
  return [...new Set(hashes)];
}

/** Returns the hashes by which a word is found: those of the word and of its spelling key, each also without one letter. */
export function hashesOf(word: string): number[] {
  const key = spellingKey(word);
  return key === word ? variantHashes(word) : [...new Set([...variantHashes(word), ...variantHashes(key)])];
}

/** Returns the hash of an unchanged word. */
export function hashOf(key: string): number {
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
