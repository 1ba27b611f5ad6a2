import { ByteBuffer, VarintReader, sharedBytes } from '../../../src/model/index.ts';

export interface IndexedWord {
  /** Its place in the order of all words. */
  readonly ordinal: number;
  readonly text: string;
  /** In how many companies' names it is. */
  readonly companies: number;
  /** Its postings; undefined if they have a row of their own. */
  readonly postings: Buffer | undefined;
}

/**
 * A block of neighbouring words. Per word:
 *
 *     varint: bytes shared with the word before · varint: bytes of the rest · the rest ·
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

  /** The block, and begins the next one. */
  take(): Buffer {
    const block = this.#bytes.copy();
    this.#bytes.length = 0;
    this.count = 0;
    return block;
  }
}

/** The words of a block, whose first one has the ordinal `first`. Their postings are parts of the block. */
export function* wordsIn(block: Buffer, first: number): Generator<IndexedWord, void, undefined> {
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
