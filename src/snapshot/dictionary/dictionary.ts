import type { ByteBuffer } from '../../model/index.ts';
import { PhraseFinder } from './phrase-finder.ts';

/** Maximum length of a phrase in bytes: the length is stored in one byte. */
export const PHRASE_BYTES_MAX = 255;

/** Number of byte values that begin a code of two bytes; every other byte is a code by itself. */
const LEADS = 64;
const ONE_BYTE_CODES = 256 - LEADS;
/** What a code of two bytes, read as a big-endian number, lacks to the index of its phrase. */
const TWO_BYTES_FROM = ONE_BYTE_CODES - (ONE_BYTE_CODES << 8);
export const PHRASES_MAX = ONE_BYTE_CODES + LEADS * 256;

/** A phrase is copied in steps of eight bytes, so up to seven bytes after it are overwritten. */
const WORD_BYTES = 8;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * Dictionary compression of the texts of a snapshot. A text becomes a sequence of codes, each the index of a phrase: one byte for the most
 * frequent phrases, two for the others. Every single byte is a phrase, so every text can be encoded. Each text is decoded independently,
 * with one table look-up a phrase.
 */
export class Dictionary {
  /** The phrases in the order of their codes, as stored: one byte of length, then the phrase. */
  readonly bytes: Uint8Array;
  /** All phrases, each beginning at a whole word. */
  readonly #words: BigUint64Array;
  /** By code: 256 times the first word of the phrase, plus its length in bytes. */
  readonly #places: Uint32Array;
  #finder: PhraseFinder | undefined;
  /** Scratch memory of `encode`. */
  #codes: Buffer = Buffer.alloc(0);

  /** @throws {RangeError} if the bytes are not a stored dictionary */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const places = new Uint32Array(PHRASES_MAX);
    let words = 0;
    let count = 0;
    for (let at = 0; at < bytes.length; count++) {
      const length = bytes[at] ?? 0;
      at += 1 + length;
      if (length === 0 || at > bytes.length)
        throw new RangeError(`Cannot read the dictionary: phrase ${count} is empty or incomplete`);
      if (count === PHRASES_MAX)
        throw new RangeError(`Cannot read the dictionary: it has too many phrases, the most is ${PHRASES_MAX}`);
      places[count] = 256 * words + length;
      words += Math.ceil(length / WORD_BYTES);
    }
    this.#places = places.slice(0, count);
    this.#words = new BigUint64Array(words);
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const target = Buffer.from(this.#words.buffer);
    // Creating a view of each phrase for `set` takes twice as long.
    for (let code = 0, at = 1; code < count; code++) {
      const place = places[code] ?? 0;
      const end = at + (place & 255);
      source.copy(target, (place >>> 8) * WORD_BYTES, at, end);
      at = end + 1;
    }
  }

  /**
   * Makes a dictionary of phrases in the order of their codes.
   * @throws {RangeError} if a phrase is empty or too long, or if there are too many
   */
  static of(phrases: readonly Uint8Array[]): Dictionary {
    const wrong = phrases.find(({ length }) => length === 0 || length > PHRASE_BYTES_MAX);
    if (wrong !== undefined)
      throw new RangeError(`Cannot use a phrase of ${wrong.length} bytes: it must have 1 to ${PHRASE_BYTES_MAX}`);
    return new Dictionary(Buffer.concat(phrases.flatMap((phrase) => [Uint8Array.of(phrase.length), phrase])));
  }

  /** Encodes a text. Throws a RangeError if the dictionary lacks one of its bytes. */
  encode(text: Uint8Array): Buffer {
    this.#finder ??= new PhraseFinder(this.#phrases());
    if (this.#codes.length < 2 * text.length) this.#codes = Buffer.allocUnsafeSlow(4 * text.length);
    const codes = this.#codes;
    let at = 0;
    for (let from = 0; from < text.length;) {
      const code = this.#finder.longestAt(text, from);
      if (code < 0) throw new RangeError(`Cannot encode the byte ${text[from] ?? 0}: no phrase begins with it`);
      from += (this.#places[code] ?? 0) & 255;
      if (code >= ONE_BYTE_CODES) codes[at++] = ONE_BYTE_CODES + ((code - ONE_BYTE_CODES) >>> 8);
      codes[at++] = code < ONE_BYTE_CODES ? code : (code - ONE_BYTE_CODES) & 0xff;
    }
    return Buffer.from(codes.subarray(0, at));
  }

  /** Appends the text encoded in bytes `start` to `end` of `codes`. Throws a RangeError if a code is unknown or cut. */
  decode(codes: Uint8Array, start: number, end: number, target: ByteBuffer): void {
    if (end > codes.length) throw new RangeError('Cannot decode a text: it is longer than its bytes');
    const words = this.#words;
    let { view, length } = target;
    let room = view.byteLength - PHRASE_BYTES_MAX - WORD_BYTES;
    let at = start;
    while (at < end) {
      const first = codes[at] ?? 0;
      const pair = TWO_BYTES_FROM + (first << 8) + (codes[at + 1] ?? 0);
      // All bits are set if the code has two bytes. With a branch, which processors often predict wrong, a row took 4 to 32 % longer.
      const isPair = (ONE_BYTE_CODES - 1 - first) >> 31;
      const code = first + (isPair & (pair - first));
      at += 1 - isPair;
      const place = this.#places[code];
      if (place === undefined) throw new RangeError(`Cannot decode a text: no phrase has the code ${code}`);
      if (length > room) {
        target.length = length;
        target.reserve(PHRASE_BYTES_MAX + WORD_BYTES);
        ({ view } = target);
        room = view.byteLength - PHRASE_BYTES_MAX - WORD_BYTES;
      }
      let word = place >>> 8;
      let to = length;
      length += place & 255;
      for (; to < length; to += WORD_BYTES) view.setBigUint64(to, words[word++] ?? 0n, IS_LITTLE_ENDIAN);
    }
    if (at > end) throw new RangeError('Cannot decode a text: its last code is cut');
    target.length = length;
  }

  /** Returns the phrases in the order of their codes. */
  #phrases(): Uint8Array[] {
    const bytes = new Uint8Array(this.#words.buffer);
    return Array.from(this.#places, (place) => {
      const start = (place >>> 8) * WORD_BYTES;
      return bytes.subarray(start, start + (place & 255));
    });
  }
}
