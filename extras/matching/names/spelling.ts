/**
 * Spellings of one sound, or of one letter of another alphabet, longer ones first. Words that differ only in these have one key, by which
 * they are looked up; their letters decide how alike they are.
 */
const SPELLINGS: readonly (readonly [written: string, as: string])[] = [
  ['sch', 's'],
  ['tch', 'c'],
  ['sh', 's'],
  ['sz', 's'],
  ['cz', 'c'],
  ['ch', 'c'],
  ['ts', 'c'],
  ['tz', 'c'],
  ['zh', 'z'],
  ['kh', 'h'],
  ['ph', 'f'],
  ['th', 't'],
  ['ck', 'k'],
  ['ae', 'a'],
  ['oe', 'o'],
  ['ue', 'u'],
  ['ou', 'u'],
  ['w', 'v'],
  ['j', 'i'],
  ['y', 'i'],
  ['q', 'k'],
  ['x', 'ks'],
];
const AS = new Map(SPELLINGS);
const WRITTEN = new RegExp(SPELLINGS.map(([written]) => written).join('|'), 'g');
const DOUBLED = /([a-z])\1+/g;

/** The key by which a folded word is looked up. A word with digits is its own key: numbers have no other spelling. */
export function spellingKey(word: string): string {
  if (/[0-9]/.test(word)) return word;
  return word.replace(WRITTEN, (written) => AS.get(written) ?? written).replace(DOUBLED, '$1');
}

/** Shorter keys are found only as they are: with one letter less they would be like too many others. */
const VARIED_CHARS_MIN = 4;
/** The letters of a key that are removed in turn; the rest stays. */
const VARIED_CHARS_MAX = 24;

/**
 * Hashes of a key and of the key without each one of its letters. Keys that are one mistake apart (a letter more, less or
 * changed, or two letters swapped) have a hash in common, and so have many that are two apart.
 */
export function variantHashes(key: string): number[] {
  const hashes = [hashOf(key)];
  if (key.length < VARIED_CHARS_MIN || /[0-9]/.test(key)) return hashes;
  for (let i = 0; i < Math.min(key.length, VARIED_CHARS_MAX); i++) {
    // To leave out either of two equal letters gives the same.
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

/** FNV-1a over the letters but one, with the finish of MurmurHash3, which spreads what few letters differ in. */
function hashWithout(key: string, left: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) if (i !== left) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
