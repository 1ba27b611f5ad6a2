/** The tables of the match index, which docs/snapshot-format.md specifies. A snapshot has all of them or none. */

export const BLOCK_WORDS = 16;

/** Longer postings, in bytes, are stored in `postings`, so that the blocks of words stay small. */
export const INLINE_POSTINGS_BYTES_MAX = 256;

/** The maximum average of entries in a row of `spellings`. */
export const BUCKET_ENTRIES = 64;

/** The most frequent words, stored in the metadata with their counts: any other word weighs as much as the rarest of them. */
export const FREQUENT_WORDS_MAX = 4096;
/** A word in fewer names is never frequent. */
export const FREQUENT_COMPANIES_MIN = 8;

/** The country of a company without one, in postings. */
export const NO_COUNTRY_CODE = '\0\0';

/** The match index as a whole, stored in the metadata as JSON. */
export interface MatchFacts {
  readonly words: number;
  /** How many leading bits of a hash are the number of its bucket in `spellings`. */
  readonly bucket_bits: number;
  /** The most frequent words and in how many companies' names each is. */
  readonly frequent: Readonly<Record<string, number>>;
  readonly further_names: number;
}

export function numberKey(number: number): Buffer {
  const key = Buffer.allocUnsafe(4);
  key.writeUInt32BE(number, 0);
  return key;
}

export function leastHashOf(bucket: number, bits: number): number {
  return bucket * 2 ** (32 - bits);
}

export function bucketOf(hash: number, bits: number): number {
  // A shift by 32 would be one by 0.
  return bits === 0 ? 0 : hash >>> (32 - bits);
}
