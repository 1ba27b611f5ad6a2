import { ByteBuffer, VarintReader } from '../../../src/model/index.ts';

/**
 * The companies whose names have one word, by country, in ascending order. Of each country:
 *
 *     2: the country · varint: bytes of the ranks · the ranks, each as a varint of the difference from the one before
 */
export class PostingsBuilder {
  readonly #bytes = new ByteBuffer(1024);
  readonly #ranks = new ByteBuffer(1024);
  #country = '';
  #last = 0;
  /** How many have been added: a company in two countries counts twice. */
  count = 0;

  add(country: string, rank: number): void {
    if (country !== this.#country || this.count === 0) {
      this.#closeCountry();
      this.#country = country;
      this.#last = 0;
    }
    this.#ranks.appendVarint(rank - this.#last);
    this.#last = rank;
    this.count++;
  }

  /** Returns the postings, and begins those of the next word. */
  take(): Buffer {
    this.#closeCountry();
    const bytes = this.#bytes.copy();
    this.#bytes.length = 0;
    this.#country = '';
    this.count = 0;
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

/** One number combines the country and the rank, so that numbers have the order of postings. */
const RANK_FACTOR = 2 ** 32;

/** A company in postings as one number: its country, then its rank. */
export function placeOf(country: string, rank: number): number {
  return (country.charCodeAt(0) * 256 + country.charCodeAt(1)) * RANK_FACTOR + rank;
}

export function rankOf(place: number): number {
  return place % RANK_FACTOR;
}

/**
 * The places of postings, ascending; only of one country if it is passed.
 * @param max how many are read: those of the first countries
 */
export function placesIn(postings: Buffer, max: number, country?: string): Float64Array {
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
