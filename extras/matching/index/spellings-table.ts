import { ByteBuffer, VarintReader } from '../../../src/model/index.ts';

/**
 * A bucket of hashes and the words that have them, in ascending order. Per entry:
 *
 *     varint: difference from the hash before, at first from the bucket's least hash · varint: ordinal of the word
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

/** Calls back with the hashes of a bucket up to `max` and the ordinals of their words. */
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
