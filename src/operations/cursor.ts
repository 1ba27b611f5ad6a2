import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { invalidParameter } from './problem-error.ts';

const VERSION = 4;
/** The version, and the second of expiry. */
const HEAD_BYTES = 5;
/** RFC 2104, section 5: a MAC may be cut to half the length of its hash. */
const MAC_BYTES = 16;
/** The bytes that SHA-256 takes at a time: the length of the padded key. */
const BLOCK_BYTES = 64;

/**
 * The issue time of a cursor is rounded down to an interval: a sixteenth of its life, at most a minute. So a page has the same bytes for
 * one interval and can be cached, and a cursor lives up to one interval less than its setting.
 */
const INTERVALS_A_LIFE = 16;
const INTERVAL_SECONDS_MAX = 60;

/** The search that a cursor belongs to: it opens only beside the same query and country. */
export interface SearchKey {
  readonly query: string;
  readonly country: string | undefined;
}

export interface OpenedCursor {
  readonly position: string;
  /** From this second on (whole seconds since 1970) it cannot be opened. */
  readonly expiresSecond: number;
}

/**
 * Issues and opens cursors. A cursor contains no secret and cannot be forged. Its bytes, in base64url:
 *
 *     u8 version · u32 second of expiry · position in UTF-8 · the first 16 bytes of HMAC-SHA-256 over the search and the bytes before
 *
 * The MAC covers the query as JSON, the country, a zero byte and the bytes before it. JSON contains no zero byte, so two searches never
 * have the same input.
 */
export class Cursors {
  /** How long a page has the same cursor. */
  readonly intervalSeconds: number;
  readonly #innerKey: Buffer;
  /** The outer padded key, and room for the inner hash. */
  readonly #outer = Buffer.alloc(BLOCK_BYTES + 32);
  readonly #ttlSeconds: number;

  /** Derives the key from `secret` by HKDF (RFC 5869); processes with the same secret open each other's cursors. */
  constructor(secret: Uint8Array, ttlSeconds: number) {
    const key = Buffer.concat([Buffer.from(hkdfSync('sha256', secret, '', 'openfirma/cursor/4', 32))], BLOCK_BYTES);
    this.#innerKey = key.map((byte) => byte ^ 0x36) as Buffer;
    this.#outer.set(key.map((byte) => byte ^ 0x5c));
    this.#ttlSeconds = ttlSeconds;
    this.intervalSeconds = Math.max(1, Math.min(INTERVAL_SECONDS_MAX, Math.floor(ttlSeconds / INTERVALS_A_LIFE)));
  }

  /** The second as of which cursors are issued at `nowSecond`. */
  issueSecond(nowSecond: number): number {
    return nowSecond - (nowSecond % this.intervalSeconds);
  }

  /**
   * A cursor that can be opened until `ttlSeconds` after `issuedSecond` (whole seconds since 1970). The same position of the same search
   * in the same second has the same cursor.
   */
  issue(position: string, search: SearchKey, issuedSecond: number): string {
    const macAt = HEAD_BYTES + Buffer.byteLength(position);
    const bytes = Buffer.allocUnsafe(macAt + MAC_BYTES);
    bytes[0] = VERSION;
    bytes.writeUInt32BE(issuedSecond + this.#ttlSeconds, 1);
    bytes.write(position, HEAD_BYTES);
    this.#macOf(bytes.subarray(0, macAt), search).copy(bytes, macAt, 0, MAC_BYTES);
    return bytes.toString('base64url');
  }

  /** Opens a cursor of a search at `nowSecond`. Throws a ProblemError that names `cursor` when it cannot be used. */
  open(text: string, search: SearchKey, nowSecond: number): OpenedCursor {
    const bytes = Buffer.from(text, 'base64url');
    const payload = bytes.subarray(0, Math.max(0, bytes.length - MAC_BYTES));
    const mac = bytes.subarray(payload.length);
    // Only the issued spelling is valid: the decoder skips characters outside the alphabet and unused trailing bits.
    const isIssued =
      payload.length >= HEAD_BYTES &&
      bytes.toString('base64url') === text &&
      timingSafeEqual(this.#macOf(payload, search).subarray(0, MAC_BYTES), mac);
    if (!isIssued || payload[0] !== VERSION) {
      throw invalidParameter(
        'cursor',
        'must be the next_cursor of the previous page of the same q and country; it was altered or belongs to another search',
      );
    }
    const expiresSecond = payload.readUInt32BE(1);
    if (nowSecond >= expiresSecond) {
      throw invalidParameter('cursor', 'has expired: start again from the first page');
    }
    return { position: payload.toString('utf8', HEAD_BYTES), expiresSecond };
  }

  /**
   * HMAC (RFC 2104, section 2) by two calls of the one-shot hash. `createHmac` has the same result, which a test compares, but allocates
   * an object for each MAC, and collecting it doubles the cost.
   */
  #macOf(payload: Buffer, { query, country = '' }: SearchKey): Buffer {
    const text = Buffer.from(`${JSON.stringify(query)}${country}\0`);
    const inner = hash('sha256', Buffer.concat([this.#innerKey, text, payload]), 'buffer');
    inner.copy(this.#outer, BLOCK_BYTES);
    return hash('sha256', this.#outer, 'buffer');
  }
}
