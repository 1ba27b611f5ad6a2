import type { GrowingBytes } from '../format/byte-buffer.ts';
import { PhraseFinder } from './phrase-finder.ts';

/** The longest phrase, as a length of one byte can say. */
export const PHRASE_BYTES_MAX = 255;

/** First bytes of codes of two bytes; all other bytes are codes by themselves. */
const LEADS = 64;
const ONE_BYTE_CODES = 256 - LEADS;
export const PHRASES_MAX = ONE_BYTE_CODES + LEADS * 256;

/** A phrase is copied eight bytes at a time, so up to seven bytes behind it are written over. */
const WORD_BYTES = 8;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * What the texts of a snapshot are made of. A text is written as the codes of phrases one behind the other: those that come most
 * often have one byte, all others two. Every byte is a phrase, too, so that every text can be written. Each text is read by
 * itself, from anywhere, at the cost of a look into a table for every phrase.
 */
export class PhraseBook {
  /** All phrases, each from a whole word on. */
  readonly #words: BigUint64Array;
  /** By code: the word at which its phrase begins, and the bytes of the phrase. */
  readonly #starts: Uint32Array;
  readonly #lengths: Uint8Array;
  #finder: PhraseFinder | undefined;
  /** Where codes are written before it is known how many they are. */
  #codes: Buffer = Buffer.alloc(0);

  private constructor(book: Uint8Array) {
    const starts: number[] = [];
    const lengths: number[] = [];
    let words = 0;
    for (let at = 0; at < book.length;) {
      const length = book[at++] ?? 0;
      at += length;
      if (length === 0 || at > book.length) throw new RangeError('Cannot read the phrases: one is cut');
      starts.push(words);
      lengths.push(length);
      words += Math.ceil(length / WORD_BYTES);
    }
    if (starts.length > PHRASES_MAX) throw new RangeError(`Cannot use ${starts.length} phrases, only ${PHRASES_MAX}`);
    this.#words = new BigUint64Array(words);
    this.#starts = Uint32Array.from(starts);
    this.#lengths = Uint8Array.from(lengths);
    const bytes = new Uint8Array(this.#words.buffer);
    let at = 1;
    for (const [code, length] of lengths.entries()) {
      bytes.set(book.subarray(at, at + length), (starts[code] ?? 0) * WORD_BYTES);
      at += length + 1;
    }
  }

  /**
   * A book of phrases in the order of their codes.
   * @throws {RangeError} where one is empty or too long, or where they are too many
   */
  static of(phrases: readonly Uint8Array[]): PhraseBook {
    return new PhraseBook(stored(phrases));
  }

  /** Reads what {@linkcode store} gave. Throws a RangeError where it is something else. */
  static read(bytes: Uint8Array): PhraseBook {
    return new PhraseBook(bytes);
  }

  /** The phrases as they are stored: each behind one byte of its length. */
  store(): Buffer {
    return stored(this.#phrases());
  }

  /** A text as codes. Throws a RangeError where no phrase begins like a rest of it. */
  encode(text: Uint8Array): Buffer {
    this.#finder ??= new PhraseFinder(this.#phrases());
    const codes = this.#codes.length < 2 * text.length ? Buffer.allocUnsafeSlow(4 * text.length) : this.#codes;
    this.#codes = codes;
    let at = 0;
    for (let from = 0; from < text.length;) {
      const code = this.#finder.longestAt(text, from);
      if (code < 0) throw new RangeError(`Cannot write the byte ${text[from] ?? 0}: no phrase begins with it`);
      from += this.#lengths[code] ?? 0;
      if (code >= ONE_BYTE_CODES) codes[at++] = ONE_BYTE_CODES + ((code - ONE_BYTE_CODES) >>> 8);
      codes[at++] = code < ONE_BYTE_CODES ? code : (code - ONE_BYTE_CODES) & 0xff;
    }
    return Buffer.from(codes.subarray(0, at));
  }

  /** Appends the text whose codes lie from `start` to `end`. Throws a RangeError where one of them is no code. */
  decode(codes: Uint8Array, start: number, end: number, target: GrowingBytes): void {
    const words = this.#words;
    let { view, length } = target;
    let room = view.byteLength - PHRASE_BYTES_MAX - WORD_BYTES;
    for (let at = start; at < end;) {
      let code = codes[at++] ?? 0;
      if (code >= ONE_BYTE_CODES) code = ONE_BYTE_CODES + ((code - ONE_BYTE_CODES) << 8) + (codes[at++] ?? 0);
      const phraseLength = this.#lengths[code];
      if (phraseLength === undefined) throw new RangeError(`Cannot read a text: ${code} is the code of no phrase`);
      if (length > room) {
        target.length = length;
        target.reserve(PHRASE_BYTES_MAX + WORD_BYTES);
        ({ view } = target);
        room = view.byteLength - PHRASE_BYTES_MAX - WORD_BYTES;
      }
      let word = this.#starts[code] ?? 0;
      let to = length;
      length += phraseLength;
      for (; to < length; to += WORD_BYTES) view.setBigUint64(to, words[word++] ?? 0n, IS_LITTLE_ENDIAN);
    }
    target.length = length;
  }

  #phrases(): Uint8Array[] {
    const bytes = new Uint8Array(this.#words.buffer);
    return [...this.#lengths].map((length, code) => {
      const start = (this.#starts[code] ?? 0) * WORD_BYTES;
      return bytes.subarray(start, start + length);
    });
  }
}

function stored(phrases: readonly Uint8Array[]): Buffer {
  const wrong = phrases.find(({ length }) => length === 0 || length > PHRASE_BYTES_MAX);
  if (wrong !== undefined) throw new RangeError(`Cannot use a phrase of ${wrong.length} bytes`);
  return Buffer.concat(phrases.flatMap((phrase) => [Uint8Array.of(phrase.length), phrase]));
}
