import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { invalidParameter } from './problem-error.ts';

/** What a cursor begins with: the version of its format. */
const START = '6.';
/** Number of characters of the MAC: 132 bits in base64url. */
const MAC_CHARS = 22;

/** The characters that stand for themselves in a URI (RFC 3986, section 2.3), except `~`, which marks an encoded position. */
const UNRESERVED = /^[\w.-]*$/;
const ENCODED = '~';

/**
 * The issue time of a cursor is rounded down to an interval: a sixteenth of its life, at most a minute. So a page has the same bytes for
 * one interval and can be cached, and a cursor lives up to one interval less than its setting.
 */
const INTERVALS_A_LIFE = 16;
const INTERVAL_SECONDS_MAX = 60;

/** The search that a cursor belongs to: the cursor can be opened only with the same query and country. */
export interface SearchKey {
  readonly query: string;
  readonly country: string | undefined;
}

export interface OpenedCursor {
  readonly position: string;
  /** The cursor cannot be opened from this second on (whole seconds since 1970). */
  readonly expiresSecond: number;
}

/**
 * Issues and opens cursors. A cursor contains no secret and cannot be forged:
 *
 *     version . second of expiry . position . MAC
 *
 * A position that `UNRESERVED` does not match is written as `~` and its base64url. The MAC is the beginning of SHA-512 over a key, the
 * length of the query, a colon, the query, the country, a zero byte and the text up to the MAC. The length says where the query ends, and a
 * country contains no zero byte, so two searches never have the same input. A hash over a secret prefix is a MAC if the hash is truncated:
 * the state that could be extended (Merkle–Damgård) is not published. docs/decisions/serving.md compares it with HMAC.
 */
export class Cursors {
  /** Seconds for which a page has the same cursor. */
  readonly intervalSeconds: number;
  readonly #key: string;
  readonly #ttlSeconds: number;

  /** Derives the key from `secret` by HKDF (RFC 5869); processes with the same secret open each other's cursors. */
  constructor(secret: Uint8Array, ttlSeconds: number) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'openfirma/cursor/6', 32)).toString('hex');
    this.#ttlSeconds = ttlSeconds;
    this.intervalSeconds = Math.max(1, Math.min(INTERVAL_SECONDS_MAX, Math.floor(ttlSeconds / INTERVALS_A_LIFE)));
  }

  /** Returns the issue second that cursors get at `nowSecond`. */
  issueSecond(nowSecond: number): number {
    return nowSecond - (nowSecond % this.intervalSeconds);
  }

  /**
   * Issues a cursor that can be opened until `ttlSeconds` after `issuedSecond` (whole seconds since 1970). The same position of the same
   * search in the same second has the same cursor.
   */
  issue(position: string, search: SearchKey, issuedSecond: number): string {
    const shown = UNRESERVED.test(position) ? position : ENCODED + Buffer.from(position).toString('base64url');
    const payload = `${START}${issuedSecond + this.#ttlSeconds}.${shown}.`;
    return payload + this.#computeMac(payload, search);
  }

  /** Opens a cursor of a search at `nowSecond`. Throws a ProblemError that names `cursor` if it cannot be used. */
  open(text: string, search: SearchKey, nowSecond: number): OpenedCursor {
    const payload = text.slice(0, -MAC_CHARS);
    if (!text.startsWith(START) || !areEqual(this.#computeMac(payload, search), text.slice(-MAC_CHARS))) {
      throw invalidParameter(
        'cursor',
        'must be the next_cursor of the previous page of the same q and country; it was altered or belongs to another search',
      );
    }
    const expiryEnd = payload.indexOf('.', START.length);
    const expiresSecond = Number(payload.slice(START.length, expiryEnd));
    if (nowSecond >= expiresSecond) {
      throw invalidParameter('cursor', 'has expired: start again from the first page');
    }
    const shown = payload.slice(expiryEnd + 1, -1);
    const position = shown.startsWith(ENCODED) ? Buffer.from(shown.slice(1), 'base64url').toString() : shown;
    return { position, expiresSecond };
  }

  #computeMac(payload: string, { query, country = '' }: SearchKey): string {
    return hash('sha512', `${this.#key}${query.length}:${query}${country}\0${payload}`, 'base64url').slice(
      0,
      MAC_CHARS,
    );
  }
}

/** Compares two texts in a time that does not depend on where they differ. */
function areEqual(wanted: string, given: string): boolean {
  const [a, b] = [Buffer.from(wanted), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
