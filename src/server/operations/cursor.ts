import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { binaryText } from '../http1/chunks.ts';
import { Refusal } from '../problems/problem-error.ts';

const VERSION = 3;
const TAG_BYTES = 16;
/** What one hash gives of the key stream. */
const BLOCK_BYTES = 64;
const HEAD_BYTES = 6;
/** The most that is sealed: a generation of 64 characters and a position of 64, of up to 4 bytes each. */
const PLAIN_BYTES_MAX = HEAD_BYTES + 64 + 64 * 4;
const CURSOR_CHARS_MAX = Math.ceil(((TAG_BYTES + PLAIN_BYTES_MAX) * 4) / 3);

/** Where a search goes on, and in which data. */
export interface CursorContent {
  readonly generation: string;
  readonly position: string;
}

/** A cursor that was opened. */
export interface OpenedCursor extends CursorContent {
  /** From this second on (whole seconds since 1970) it can not be opened any more. */
  readonly expiresSecond: number;
}

/**
 * Seals positions into opaque cursors and opens them again.
 *
 * A cursor is a tag and a text. The tag is a keyed hash of the plain text and of all that it is bound to, and is at once the
 * initialisation vector of the cipher: the construction of a synthetic IV (RFC 5297). Both are made of one function, a hash
 * behind a secret key: SHA-512/256, which cannot be extended, for the tag; SHA-512 over the tag and a counter for the key stream.
 * Nobody can make a tag that fits without the key, equal pages have equal cursors, and no vector serves two texts. No object is
 * made: a cipher a page, as AES-GCM needs it, cost a quarter of a whole request, most of it in clearing it away.
 */
export class Cursors {
  readonly #macKey: string;
  readonly #streamKey: string;
  readonly #ttlSeconds: number;
  #head = { generation: '', issuedSecond: -1, text: '' };
  /** What cursors are put together in. */
  readonly #bytes = Buffer.alloc(TAG_BYTES + PLAIN_BYTES_MAX);

  /** The keys come from `secret` by HKDF; processes with the same secret open each other's cursors. */
  constructor(secret: Uint8Array, ttlSeconds: number) {
    const keys = Buffer.from(hkdfSync('sha256', secret, '', 'openfirma/cursor/3', 64));
    this.#streamKey = keys.toString('latin1', 0, 32);
    this.#macKey = keys.toString('latin1', 32);
    this.#ttlSeconds = ttlSeconds;
  }

  /**
   * Seals a position of a question, which is given as {@linkcode questionText}. It can be opened beside this question alone, during
   * the `ttlSeconds` that follow `issuedSecond` (whole seconds since 1970). The same page in the same second has the same bytes.
   * Throws a RangeError where generation or position are too long.
   */
  seal({ generation, position }: CursorContent, question: string, issuedSecond: number): string {
    const plain = this.#headFor(generation, issuedSecond) + binaryText(position);
    if (plain.length > PLAIN_BYTES_MAX) throw new RangeError(`Cannot seal the position "${position}": it is too long`);
    const tag = this.#tagOf(plain, question);
    const bytes = this.#bytes;
    bytes.write(tag, 0, 'hex');
    for (let i = 0; i < plain.length; i++) bytes[TAG_BYTES + i] = plain.charCodeAt(i);
    this.#cipher(bytes, TAG_BYTES + plain.length, tag);
    return bytes.toString('base64url', 0, TAG_BYTES + plain.length);
  }

  /** Opens a cursor beside a question at `nowSecond`. Throws a {@linkcode Refusal} that names `cursor` when it cannot be used. */
  open(text: string, question: string, nowSecond: number): OpenedCursor {
    const plain = this.#decrypt(text, question);
    if (plain === undefined || plain[0] !== VERSION) {
      throw new Refusal(
        'invalid_request',
        'Parameter "cursor" must be the next_cursor of the previous page of the same q and country; it was altered or belongs to another search',
      );
    }
    const expiresSecond = plain.readUInt32BE(1);
    if (nowSecond >= expiresSecond) {
      throw new Refusal('invalid_request', 'Parameter "cursor" has expired: start again from the first page');
    }
    const positionAt = HEAD_BYTES + plain.readUInt8(5);
    return {
      generation: plain.toString('latin1', HEAD_BYTES, positionAt),
      position: plain.toString('utf8', positionAt),
      expiresSecond,
    };
  }

  #decrypt(text: string, question: string): Buffer | undefined {
    if (text.length > CURSOR_CHARS_MAX) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    // Only the one spelling that was issued counts; the decoder would skip foreign characters and loose bits.
    if (bytes.length < TAG_BYTES + HEAD_BYTES || bytes.toString('base64url') !== text) return undefined;
    this.#cipher(bytes, bytes.length, bytes.toString('hex', 0, TAG_BYTES));
    const plain = bytes.subarray(TAG_BYTES);
    const tag = Buffer.from(this.#tagOf(plain.toString('latin1'), question), 'hex');
    return timingSafeEqual(tag, bytes.subarray(0, TAG_BYTES)) ? plain : undefined;
  }

  /** What stands in front of a position, a character a byte. It is the same for all pages that are answered within a minute. */
  #headFor(generation: string, issuedSecond: number): string {
    const head = this.#head;
    if (head.generation === generation && head.issuedSecond === issuedSecond) return head.text;
    const bytes = Buffer.alloc(HEAD_BYTES);
    bytes.writeUInt8(VERSION, 0);
    bytes.writeUInt32BE(issuedSecond + this.#ttlSeconds, 1);
    bytes.writeUInt8(generation.length, 5);
    this.#head = { generation, issuedSecond, text: bytes.toString('latin1') + generation };
    return this.#head.text;
  }

  /** The tag in hexadecimal. Where the question ends, it says itself. */
  #tagOf(plain: string, question: string): string {
    return hash('sha512-256', this.#macKey + question + plain, 'hex').slice(0, 2 * TAG_BYTES);
  }

  /** Encrypts or decrypts, which is the same, what stands behind the tag. */
  #cipher(bytes: Buffer, length: number, tag: string): void {
    for (let at = TAG_BYTES; at < length; at += BLOCK_BYTES) {
      const stream = hash('sha512', `${this.#streamKey}${tag}${at}`, 'binary');
      const end = Math.min(BLOCK_BYTES, length - at);
      for (let i = 0; i < end; i++) bytes[at + i] = (bytes[at + i] ?? 0) ^ stream.charCodeAt(i);
    }
  }
}
