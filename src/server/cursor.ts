import { createCipheriv, createDecipheriv, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';
import { Refusal } from './refusal.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 6;
const CIPHER = 'aes-256-gcm';
/** The longest cursor: a generation of 64 characters and a position of 64, of up to 4 bytes each, in base64. */
const CURSOR_CHARS_MAX = Math.ceil(((NONCE_BYTES + TAG_BYTES + HEAD_BYTES + 64 + 64 * 4) * 4) / 3);

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

/** Seals positions into opaque cursors and opens them again. */
export class Cursors {
  /** Kept as the object that ciphers take: wrapping bytes anew costs more than sealing. */
  readonly #key: KeyObject;
  readonly #nonceKey: Buffer;
  readonly #ttlSeconds: number;

  /** The keys come from `secret` by HKDF; processes with the same secret open each other's cursors. */
  constructor(secret: Uint8Array, ttlSeconds: number) {
    const keys = Buffer.from(hkdfSync('sha256', secret, '', 'openfirma/cursor/1', 64));
    this.#key = createSecretKey(keys.subarray(0, 32));
    this.#nonceKey = keys.subarray(32);
    this.#ttlSeconds = ttlSeconds;
  }

  /**
   * Encrypts a position with AES-256-GCM. It can be opened during the `ttlSeconds` that follow `issuedSecond` (whole
   * seconds since 1970). The nonce is a keyed hash of all that is sealed, so the same page in the same second has the
   * same bytes, and no nonce ever serves two texts.
   */
  seal(content: CursorContent, binding: CursorBinding, issuedSecond: number): string {
    const plain = this.#plainText(content, issuedSecond + this.#ttlSeconds);
    const bound = boundBytes(binding);
    const nonce = hash('sha256', Buffer.concat([this.#nonceKey, plain, bound]), 'buffer').subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES }).setAAD(bound);
    const sealed = cipher.update(plain);
    cipher.final();
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Opens a cursor at `nowSecond`. Throws a {@linkcode Refusal} that names `cursor` when it cannot be used. */
  open(text: string, binding: CursorBinding, nowSecond: number): CursorContent {
    const plain = this.#decrypt(text, binding);
    if (plain === undefined || plain[0] !== VERSION) {
      throw new Refusal(
        'invalid_request',
        'Parameter "cursor" must be the next_cursor of the previous page of the same q and country; it was altered or belongs to another search',
      );
    }
    if (nowSecond >= plain.readUInt32BE(1)) {
      throw new Refusal('invalid_request', 'Parameter "cursor" has expired: start again from the first page');
    }
    const positionAt = HEAD_BYTES + plain.readUInt8(5);
    return {
      generation: plain.toString('latin1', HEAD_BYTES, positionAt),
      position: plain.toString('utf8', positionAt),
    };
  }

  #plainText({ generation, position }: CursorContent, expiresSecond: number): Buffer {
    const plain = Buffer.allocUnsafe(HEAD_BYTES + generation.length + Buffer.byteLength(position));
    plain.writeUInt8(VERSION, 0);
    plain.writeUInt32BE(expiresSecond, 1);
    plain.writeUInt8(generation.length, 5);
    plain.write(generation, HEAD_BYTES, 'latin1');
    plain.write(position, HEAD_BYTES + generation.length, 'utf8');
    return plain;
  }

  #decrypt(text: string, binding: CursorBinding): Buffer | undefined {
    if (text.length > CURSOR_CHARS_MAX) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    // Only the one spelling that was issued counts; the decoder would skip foreign characters and loose bits.
    if (bytes.length < NONCE_BYTES + TAG_BYTES + HEAD_BYTES || bytes.toString('base64url') !== text) return undefined;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const cipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES });
    const plain = cipher
      .setAAD(boundBytes(binding))
      .setAuthTag(tag)
      .update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    try {
      cipher.final();
    } catch {
      // The one way Node says that the tag does not fit: forged, cut, or bound to another search.
      return undefined;
    }
    return plain;
  }
}

/** A NUL cannot stand in a country, so no two bindings have the same bytes. */
function boundBytes({ query, country }: CursorBinding): Buffer {
  return Buffer.from(`${country ?? ''}\0${query}`);
}
