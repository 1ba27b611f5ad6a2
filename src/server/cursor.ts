import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusal.ts';

const VERSION = 2;
const TAG_BYTES = 16;
/** What one hash gives of the key stream. */
const BLOCK_BYTES = 64;
const HEAD_BYTES = 6;
/** The longest cursor: a generation of 64 characters and a position of 64, of up to 4 bytes each, in base64. */
const CURSOR_CHARS_MAX = Math.ceil(((TAG_BYTES + HEAD_BYTES + 64 + 64 * 4) * 4) / 3);

/** What a cursor is bound to: it opens only beside the same query and country. */
export interface CursorBinding {
  readonly query: string;
  readonly country: string | undefined;
}

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

  /** The keys come from `secret` by HKDF; processes with the same secret open each other's cursors. */
  constructor(secret: Uint8Array, ttlSeconds: number) {
    const keys = Buffer.from(hkdfSync('sha256', secret, '', 'openfirma/cursor/2', 64));
    this.#streamKey = keys.toString('latin1', 0, 32);
    this.#macKey = keys.toString('latin1', 32);
    this.#ttlSeconds = ttlSeconds;
  }

  /**
   * Seals a position. It can be opened during the `ttlSeconds` that follow `issuedSecond` (whole seconds since 1970). The
   * same page in the same second has the same bytes.
   */
  seal({ generation, position }: CursorContent, binding: CursorBinding, issuedSecond: number): string {
    const size = HEAD_BYTES + generation.length + Buffer.byteLength(position);
    const bytes = Buffer.allocUnsafe(TAG_BYTES + size);
    bytes.writeUInt8(VERSION, TAG_BYTES);
    bytes.writeUInt32BE(issuedSecond + this.#ttlSeconds, TAG_BYTES + 1);
    bytes.writeUInt8(generation.length, TAG_BYTES + 5);
    bytes.write(generation, TAG_BYTES + HEAD_BYTES, 'latin1');
    bytes.write(position, TAG_BYTES + HEAD_BYTES + generation.length, 'utf8');
    bytes.write(this.#tagOf(bytes.toString('latin1', TAG_BYTES), binding), 0, 'hex');
    this.#cipher(bytes);
    return bytes.toString('base64url');
  }

  /** Opens a cursor at `nowSecond`. Throws a {@linkcode Refusal} that names `cursor` when it cannot be used. */
  open(text: string, binding: CursorBinding, nowSecond: number): OpenedCursor {
    const plain = this.#decrypt(text, binding);
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

  #decrypt(text: string, binding: CursorBinding): Buffer | undefined {
    if (text.length > CURSOR_CHARS_MAX) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    // Only the one spelling that was issued counts; the decoder would skip foreign characters and loose bits.
    if (bytes.length < TAG_BYTES + HEAD_BYTES || bytes.toString('base64url') !== text) return undefined;
    this.#cipher(bytes);
    const plain = bytes.subarray(TAG_BYTES);
    const tag = Buffer.from(this.#tagOf(plain.toString('latin1'), binding), 'hex');
    return timingSafeEqual(tag, bytes.subarray(0, TAG_BYTES)) ? plain : undefined;
  }

  /** The tag in hexadecimal. The lengths keep the parts apart: what moves from one to the next is another text. */
  #tagOf(plain: string, { query, country = '' }: CursorBinding): string {
    const text = `${this.#macKey}${country.length} ${query.length} ${country}${query}${plain}`;
    return hash('sha512-256', text, 'hex').slice(0, 2 * TAG_BYTES);
  }

  /** Encrypts or decrypts, which is the same, what stands behind the tag. */
  #cipher(bytes: Buffer): void {
    const tag = bytes.toString('latin1', 0, TAG_BYTES);
    for (let at = TAG_BYTES; at < bytes.length; at += BLOCK_BYTES) {
      const stream = hash('sha512', `${this.#streamKey}${tag}${at}`, 'binary');
      const end = Math.min(BLOCK_BYTES, bytes.length - at);
      for (let i = 0; i < end; i++) bytes[at + i] = (bytes[at + i] ?? 0) ^ stream.charCodeAt(i);
    }
  }
}
