import { listHashes, splitName } from '../names/index.ts';
import { foldName } from '../../../src/model/index.ts';
import { Sorter, type YieldIfDue } from '../../../src/files/index.ts';
import type { IndexedCompany, NameIndexWriter } from '../../../src/snapshot/index.ts';
import { MATCH_INDEX_VERSION, type TableWriter } from '../../../src/snapshot/tables.ts';
import {
  BLOCK_WORDS,
  BUCKET_ENTRIES,
  BucketBuilder,
  FREQUENT_COMPANIES_MIN,
  FREQUENT_WORDS_MAX,
  INLINE_POSTINGS_BYTES_MAX,
  NO_COUNTRY_CODE,
  PostingsBuilder,
  WordBlockBuilder,
  bucketOf,
  leastHashOf,
  numberKey,
  type MatchFacts,
} from './format.ts';

const EMPTY = Buffer.alloc(0);
/** Number of bytes after the word in a record: a zero byte, the country and the rank. */
const TAIL_BYTES = 1 + 2 + 4;

/** Collects the words of all names, and writes the tables that lead from each word to its companies. */
export class MatchIndexWriter implements NameIndexWriter {
  readonly #postings: Sorter;
  readonly #spellings: Sorter;
  readonly #frequent: [companies: number, word: string][] = [];
  readonly #block = new WordBlockBuilder();
  #words = 0;
  #hashes = 0;
  #furtherNames = 0;

  /** @param directory a folder used only by the build */
  constructor(directory: string) {
    this.#postings = new Sorter({ directory, name: 'match-words' });
    this.#spellings = new Sorter({ directory, name: 'match-spellings' });
  }

  add({ rank, countries, name, furtherNames }: IndexedCompany): void {
    if (furtherNames.length > 0) this.#furtherNames++;
    const names = [name, ...furtherNames.map(foldName)];
    for (const word of new Set(names.flatMap((one) => splitName(one).words))) {
      const { length } = word;
      for (const country of countries.length === 0 ? [NO_COUNTRY_CODE] : countries) {
        const record = Buffer.alloc(length + TAIL_BYTES);
        record.write(word, 0, 'latin1');
        record.write(country, length + 1, 'latin1');
        record.writeUInt32BE(rank, length + 3);
        this.#postings.add(record, EMPTY);
      }
    }
  }

  /** Writes the tables. Returns the facts for the metadata. */
  async write(writer: TableWriter, yieldIfDue: YieldIfDue): Promise<MatchFacts> {
    await this.#writeWords(writer, yieldIfDue);
    const bits = Math.max(0, Math.min(24, Math.ceil(Math.log2(this.#hashes / BUCKET_ENTRIES))));
    await this.#writeSpellings(writer, bits, yieldIfDue);
    this.#keepMostFrequent();
    return {
      version: MATCH_INDEX_VERSION,
      words: this.#words,
      bucket_bits: bits,
      frequent: Object.fromEntries(this.#frequent.map(([companies, word]) => [word, companies])),
      further_names: this.#furtherNames,
    };
  }

  async #writeWords(writer: TableWriter, yieldIfDue: YieldIfDue): Promise<void> {
    const postings = new PostingsBuilder();
    let word: Buffer | undefined;
    for (const { key } of this.#postings.sorted()) {
      const end = key.length - TAIL_BYTES;
      if (word === undefined || word.compare(key, 0, end) !== 0) {
        if (word !== undefined) this.#closeWord(writer, word, postings);
        word = Buffer.from(key.subarray(0, end));
      }
      postings.add(key.toString('latin1', end + 1, end + 3), key.readUInt32BE(end + 3));
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    if (word !== undefined) this.#closeWord(writer, word, postings);
    if (this.#block.count > 0) this.#closeBlock(writer);
  }

  #closeWord(writer: TableWriter, word: Buffer, postings: PostingsBuilder): void {
    const { count: companies, countries } = postings;
    const bytes = postings.take();
    const ordinal = this.#words++;
    const isInline = bytes.length <= INLINE_POSTINGS_BYTES_MAX;
    if (!isInline) writer.put('postings', numberKey(ordinal), bytes);
    this.#block.add(word, companies, isInline ? bytes : undefined);
    if (this.#block.count === BLOCK_WORDS) this.#closeBlock(writer);
    const text = word.toString('latin1');
    if (companies >= FREQUENT_COMPANIES_MIN) {
      this.#frequent.push([companies, text]);
      if (this.#frequent.length > 16 * FREQUENT_WORDS_MAX) this.#keepMostFrequent();
    }
    for (const hash of listHashes(text, countries)) {
      this.#spellings.add(Buffer.concat([numberKey(hash), numberKey(ordinal)]), EMPTY);
      this.#hashes++;
    }
  }

  #closeBlock(writer: TableWriter): void {
    const block = Math.ceil(this.#words / BLOCK_WORDS) - 1;
    writer.put('words', numberKey(block), this.#block.take());
  }

  #keepMostFrequent(): void {
    this.#frequent.sort(([a, one], [b, other]) => b - a || (one < other ? -1 : 1));
    this.#frequent.length = Math.min(this.#frequent.length, FREQUENT_WORDS_MAX);
  }

  async #writeSpellings(writer: TableWriter, bits: number, yieldIfDue: YieldIfDue): Promise<void> {
    const builder = new BucketBuilder();
    let bucket = -1;
    for (const { key } of this.#spellings.sorted()) {
      const hash = key.readUInt32BE(0);
      const bucketOfHash = bucketOf(hash, bits);
      if (bucketOfHash !== bucket) {
        if (bucket >= 0) writer.put('spellings', numberKey(bucket), builder.take());
        bucket = bucketOfHash;
        builder.begin(leastHashOf(bucket, bits));
      }
      builder.add(hash, key.readUInt32BE(4));
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    if (bucket >= 0) writer.put('spellings', numberKey(bucket), builder.take());
  }
}
