import { ByteBuffer, VARINT_BYTES_MAX, VarintReader, writeVarint } from '../../../src/snapshot/tables.ts';

/**
 * A bucket of hashes and the words that have them, in ascending order. Per entry:
 *
 *     varint: difference from the hash before, at first from the bucket's least hash · varint: ordinal of the word
 */
export class BucketBuilder {
  readonly #bytes = new ByteBuffer(1024);
  #last = 0;

  /** @param least the least hash of the bucket */
  begin(least: number): void {
    this.#last = least;
  }

  add(hash: number, ordinal: number): void {
    this.#bytes.reserve(2 * VARINT_BYTES_MAX);
    this.#bytes.length = writeVarint(this.#bytes.bytes, this.#bytes.length, hash - this.#last);
    this.#bytes.length = writeVarint(this.#bytes.bytes, this.#bytes.length, ordinal);
    this.#last = hash;
  }

  take(): Buffer {
    const bucket = this.#bytes.copy();
    this.#bytes.length = 0;
    return bucket;
  }
}

/** Every hash of a bucket with the ordinal of a word. */
export function* entriesIn(
  bucket: Buffer,
  least: number,
): Generator<{ readonly hash: number; readonly ordinal: number }, void, undefined> {
  const reader = new VarintReader(bucket, 0);
  for (let hash = least; reader.at < bucket.length;) {
    hash += reader.next();
    yield { hash, ordinal: reader.next() };
  }
}

/** Calls back with the ordinal of every word in a bucket that has a hash. */
export function ordinalsOf(bucket: Buffer, least: number, hash: number, onOrdinal: (ordinal: number) => void): void {
  const reader = new VarintReader(bucket, 0);
  for (let at = least; reader.at < bucket.length;) {
    at += reader.next();
    if (at > hash) return;
    const ordinal = reader.next();
    if (at === hash) onOrdinal(ordinal);
  }
}
