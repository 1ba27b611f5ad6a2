/** The tables of the match index, which docs/snapshot-format.md specifies. A snapshot has all of them or none. */
import { ByteBuffer, VarintReader, sharedBytes } from '../../../src/model/index.ts';

export const BLOCK_WORDS = 16;

/** Maximum size of postings in a block of words. Longer postings are stored in the table `postings`, so that the blocks stay small. */
export const INLINE_POSTINGS_BYTES_MAX = 256;

/** Maximum average number of entries in a row of `spellings`. */
export const BUCKET_ENTRIES = 64;

/** Maximum number of frequent words, which the metadata stores with their counts. Any other word has the full weight. */
export const FREQUENT_WORDS_MAX = 4096;
/** Minimum number of companies with a frequent word. */
export const FREQUENT_COMPANIES_MIN = 8;

/** The country code in postings of companies without a country. */
export const NO_COUNTRY_CODE = '\0\0';

/** The match index as a whole, stored in the metadata as JSON. */
export interface MatchFacts {
  /** The version of the index; absent in the first one. */
  readonly version?: number;
  readonly words: number;
  /** Number of leading bits of a hash that are the number of its bucket in `spellings`. */
  readonly bucket_bits: number;
  /** The most frequent words, each with the number of companies whose names have it. */
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
  // JavaScript would shift by 0 instead of 32.
  return bits === 0 ? 0 : hash >>> (32 - bits);
}

export interface IndexedWord {
  /** Its index in the order of all words, from 0. */
  readonly ordinal: number;
  readonly text: string;
  /** Number of companies whose names have the word. */
  readonly companies: number;
  /** Its postings; undefined if they are in the table `postings`. */
  readonly postings: Buffer | undefined;
}

/**
 * A block of consecutive words. Per word:
 *
 *     varint: bytes shared with the previous word · varint: bytes of the rest · the rest ·
 *     varint: companies · varint: bytes of its postings, or 0 if they are stored elsewhere · the postings
 */
export class WordBlockBuilder {
  readonly #bytes = new ByteBuffer(4096);
  #before: Buffer = Buffer.alloc(0);
  count = 0;

  add(word: Buffer, companies: number, postings: Buffer | undefined): void {
    const shared = this.count === 0 ? 0 : sharedBytes(this.#before, word);
    const bytes = this.#bytes;
    bytes.appendVarint(shared);
    bytes.appendVarint(word.length - shared);
    bytes.append(word.subarray(shared));
    bytes.appendVarint(companies);
    bytes.appendVarint(postings?.length ?? 0);
    if (postings !== undefined) bytes.append(postings);
    this.#before = word;
    this.count++;
  }

  /** Returns the block, and begins the next one. */
  take(): Buffer {
    const block = this.#bytes.copy();
    this.#bytes.length = 0;
    this.count = 0;
    return block;
  }
}

/** Yields the words of a block whose first word has the ordinal `first`. The postings share the memory of the block. */
export function* decodeWords(block: Buffer, first: number): Generator<IndexedWord, void, undefined> {
  const reader = new VarintReader(block, 0);
  let text = '';
  for (let ordinal = first; reader.at < block.length; ordinal++) {
    const shared = reader.next();
    const length = reader.next();
    text = text.slice(0, shared) + block.toString('latin1', reader.at, reader.at + length);
    reader.at += length;
    const companies = reader.next();
    const bytes = reader.next();
    const postings = bytes === 0 ? undefined : block.subarray(reader.at, reader.at + bytes);
    reader.at += bytes;
    yield { ordinal, text, companies, postings };
  }
}

/**
 * The companies whose names have one word, in ascending order of countries and ranks. For each country:
 *
 *     2: the country · varint: bytes of the ranks · the ranks, each as a varint of the difference from the previous rank
 */
export class PostingsBuilder {
  readonly #bytes = new ByteBuffer(1024);
  readonly #ranks = new ByteBuffer(1024);
  #country = '';
  #last = 0;
  /** Number of companies that have been added; a company in two countries counts twice. */
  count = 0;
  /** The countries of these companies. */
  countries: string[] = [];

  add(country: string, rank: number): void {
    if (country !== this.#country || this.count === 0) {
      this.#closeCountry();
      this.#country = country;
      this.countries.push(country);
      this.#last = 0;
    }
    this.#ranks.appendVarint(rank - this.#last);
    this.#last = rank;
    this.count++;
  }

  /** Returns the postings, and begins the postings of the next word. */
  take(): Buffer {
    this.#closeCountry();
    const bytes = this.#bytes.copy();
    this.#bytes.length = 0;
    this.#country = '';
    this.count = 0;
    this.countries = [];
    return bytes;
  }

  #closeCountry(): void {
    const ranks = this.#ranks.written();
    if (ranks.length === 0) return;
    this.#bytes.appendAscii(this.#country);
    this.#bytes.appendVarint(ranks.length);
    this.#bytes.append(ranks);
    this.#ranks.length = 0;
  }
}

/** Returns the countries in postings. */
export function decodeCountries(postings: Buffer): string[] {
  const countries: string[] = [];
  const reader = new VarintReader(postings, 0);
  while (reader.at < postings.length) {
    countries.push(postings.toString('latin1', reader.at, reader.at + 2));
    reader.at += 2;
    const length = reader.next();
    reader.at += length;
  }
  return countries;
}

/** The factor of the country in a place, which combines country and rank so that places have the order of postings. */
const RANK_FACTOR = 2 ** 32;

/** Returns the place of a company in postings: a number that sorts by country, then by rank. */
export function toPlace(country: string, rank: number): number {
  return (country.charCodeAt(0) * 256 + country.charCodeAt(1)) * RANK_FACTOR + rank;
}

export function rankOf(place: number): number {
  return place % RANK_FACTOR;
}

/**
 * Returns the places of postings, ascending; of one country only, if `country` is passed.
 * @param max the maximum number of places that are read; later countries are cut off first
 */
export function decodePlaces(postings: Buffer, max: number, country?: string): Float64Array {
  const places = new Float64Array(Math.min(max, postings.length));
  const reader = new VarintReader(postings, 0);
  let count = 0;
  while (reader.at < postings.length && count < places.length) {
    const code = (postings[reader.at] ?? 0) * 256 + (postings[reader.at + 1] ?? 0);
    reader.at += 2;
    const length = reader.next();
    const end = reader.at + length;
    if (country !== undefined && code !== country.charCodeAt(0) * 256 + country.charCodeAt(1)) {
      reader.at = end;
      continue;
    }
    let place = code * RANK_FACTOR;
    while (reader.at < end && count < places.length) {
      place += reader.next();
      places[count++] = place;
    }
  }
  return places.subarray(0, count);
}

/**
 * A bucket of hashes in ascending order, with the words that have them. Per entry:
 *
 *     varint: difference from the previous hash, for the first hash from the least hash of the bucket · varint: ordinal of the word
 */
export class BucketBuilder {
  readonly #bytes = new ByteBuffer(1024);
  #last = 0;

  begin(least: number): void {
    this.#last = least;
  }

  add(hash: number, ordinal: number): void {
    this.#bytes.appendVarint(hash - this.#last);
    this.#bytes.appendVarint(ordinal);
    this.#last = hash;
  }

  take(): Buffer {
    const bucket = this.#bytes.copy();
    this.#bytes.length = 0;
    return bucket;
  }
}

/** Calls `onEntry` with each hash of a bucket up to `max`, and the ordinal of its word. */
export function eachEntry(
  bucket: Buffer,
  least: number,
  onEntry: (hash: number, ordinal: number) => void,
  max = Infinity,
): void {
  const reader = new VarintReader(bucket, 0);
  for (let hash = least; reader.at < bucket.length;) {
    hash += reader.next();
    if (hash > max) return;
    onEntry(hash, reader.next());
  }
}
