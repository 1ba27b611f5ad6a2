import table from './spellings.json' with { type: 'json' };

/**
 * Spellings of one sound, or of one letter of another alphabet, longer ones first. Words that differ only in these have one key, by which
 * they are looked up; their letters decide how similar they are.
 */
const SPELLINGS: Readonly<Record<string, string>> = table;
const WRITTEN = new RegExp(Object.keys(SPELLINGS).join('|'), 'g');
const DOUBLED = /([a-z])\1+/g;

/** The key by which a folded word is looked up. A word with digits is its own key: numbers have no other spelling. */
export function spellingKey(word: string): string {
  if (/[0-9]/.test(word)) return word;
  return word.replace(WRITTEN, (written) => SPELLINGS[written] ?? written).replace(DOUBLED, '$1');
}

/** Shorter keys are found only unchanged: without one letter they would equal too many others. */
const VARIED_CHARS_MIN = 4;
/** Only these first letters of a key are removed in turn. */
const VARIED_CHARS_MAX = 24;

/**
 * Hashes of a key and of the key without each one of its letters. Keys that are one mistake apart (a letter more, less or
 * changed, or two letters swapped) have a hash in common, and so have many that are two apart.
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

/** The hashes by which a word is found: those of itself and of its spelling key, each also without one letter. */
export function hashesOf(word: string): number[] {
  const key = spellingKey(word);
  return key === word ? variantHashes(word) : [...new Set([...variantHashes(word), ...variantHashes(key)])];
}

/** The hash of a word as it is. */
export function hashOf(key: string): number {
  return hashWithout(key, -1);
}

/** FNV-1a over the letters except one, with the finalizer of MurmurHash3, which spreads small differences. */
function hashWithout(key: string, left: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) if (i !== left) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
