import { hash } from 'node:crypto';
import type { DataVersion } from '../../backend/index.ts';

export interface EntityTag {
  /** Changes whenever the representation may change. Characters of base64url. */
  readonly digest: string;
  /** The second in which the cursor of the representation was issued; undefined without a cursor. */
  readonly issuedSecond?: number | undefined;
}

/** Returns a digest of the texts that determine a representation. */
export function computeDigest(...texts: readonly string[]): string {
  return hash('sha256', texts.join('\n'), 'base64url').slice(0, 22);
}

/** The alphabet of base64url (RFC 4648) as character codes. */
const DIGITS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');

/** Writes 32 bits in six characters of base64url. V8 would keep their decimal text in its cache of texts of numbers. */
function textOfHash(bits: number): string {
  const digit = (shift: number): number => DIGITS[(bits >>> shift) & 63] ?? 0;
  return String.fromCharCode(digit(0), digit(6), digit(12), digit(18), digit(24), digit(30));
}

/** Digests of representations: of the version of the data and the request target; without a version, of the body. */
export class RepresentationDigests {
  readonly #settings: string;
  #generation = '';
  #generationDigest = '';

  /** @param settings the settings that representations depend on */
  constructor(settings: string) {
    this.#settings = settings;
  }

  /**
   * Returns the digest of the representation of a target.
   *
   * @param targetHash {@linkcode hashOfText} of the target
   * @param identity the bytes that identify the content; used only if `version` is undefined
   * @param day today, for a content that changes daily
   */
  of(targetHash: number, version: DataVersion | undefined, identity?: Buffer, day?: number): string {
    if (version === undefined) return computeDigest(this.#settings, identity?.toString('latin1') ?? '');
    if (version.generation !== this.#generation) {
      this.#generation = version.generation;
      this.#generationDigest = computeDigest(this.#settings, version.generation);
    }
    return `${this.#generationDigest}-${textOfHash(targetHash)}${day === undefined ? '' : `-${day}`}`;
  }
}

/** Writes a strong entity tag (RFC 9110, section 8.8.3). */
export function writeEntityTag({ digest, issuedSecond }: EntityTag): string {
  return issuedSecond === undefined ? `"${digest}"` : `"${issuedSecond.toString(36)}.${digest}"`;
}

/**
 * Maximum length of the field in characters, some twenty tags. Longer lists are ignored: 7,500 tags would take 2 ms, and a response with a
 * body is always correct.
 */
const LIST_CHARS_MAX = 1000;
const LISTED_TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * Compares `If-None-Match` with the current tag, weakly (RFC 9110, section 13.1.2). Returns the tag for a 304, or undefined. A tag with an
 * issue second also matches if it was issued at most `reuseSeconds` ago: its page has the same companies, and its cursor is valid for long
 * enough.
 */
export function matchEntityTag(
  ifNoneMatch: string | undefined,
  current: EntityTag,
  reuseSeconds: number,
): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  const tag = writeEntityTag(current);
  // Most clients send only the tag of their last copy.
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return tag;
  if (ifNoneMatch.length > LIST_CHARS_MAX) return undefined;
  for (const [, opaque = ''] of ifNoneMatch.matchAll(LISTED_TAG)) {
    const issuedSecond = current.issuedSecond && Number.parseInt(opaque, 36);
    const age = (current.issuedSecond ?? 0) - (issuedSecond ?? 0);
    // The response repeats the client's tag, so only the exact spelling matches.
    const isWritten = writeEntityTag({ digest: current.digest, issuedSecond }) === `"${opaque}"`;
    if (isWritten && age >= 0 && age <= reuseSeconds) return `"${opaque}"`;
  }
  return undefined;
}
