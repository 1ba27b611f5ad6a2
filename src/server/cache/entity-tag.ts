import { hash } from 'node:crypto';
import type { DataVersion } from '../../backend/index.ts';
import { binaryText, concat, type Chunk } from '../../operations/index.ts';
import { hashOfText } from './text-hash.ts';

/** The current name of a representation, and when it was issued where that matters. */
export interface EntityTag {
  /** Changes whenever the representation could. Characters of base64url. */
  readonly digest: string;
  /** The second in which the cursor inside was issued; undefined where there is none. */
  readonly issuedSecond?: number | undefined;
}

/** Digests what decides about a representation into the text of an entity tag. */
export function digestOf(...texts: readonly string[]): string {
  return hash('sha256', texts.join('\n'), 'base64url').slice(0, 22);
}

/** Digests representations from the version of the data and the target of the request. Without a version, it digests what is answered. */
export class RepresentationDigests {
  readonly #settings: string;
  #generation = '';
  #generationDigest = '';

  /** `settings` names the settings that show in representations. */
  constructor(settings: string) {
    this.#settings = binaryText(settings);
  }

  /** The digest of what a target is answered with; `day` where the answer changes with it. */
  of(target: string, version: DataVersion | undefined, body: readonly Chunk[], day?: number): string {
    if (version === undefined) return hash('sha256', concat([this.#settings, ...body]), 'base64url').slice(0, 22);
    if (version.generation !== this.#generation) {
      this.#generation = version.generation;
      this.#generationDigest = digestOf(this.#settings, version.generation);
    }
    return `${this.#generationDigest}-${(hashOfText(target) >>> 0).toString(36)}${day === undefined ? '' : `-${day}`}`;
  }
}

/** Writes a strong entity tag (RFC 9110, section 8.8.3). */
export function writeEntityTag({ digest, issuedSecond }: EntityTag): string {
  return issuedSecond === undefined ? `"${digest}"` : `"${issuedSecond.toString(36)}.${digest}"`;
}

/** Some twenty tags. A longer list is not read: its 7,500 tags would take 2 ms, and an answer with a body is always right. */
const LIST_CHARS_MAX = 1000;
const LISTED_TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * Compares `If-None-Match` with the current tag, weakly as RFC 9110 (section 13.1.2) asks, and returns the tag to
 * answer 304 with, or undefined. A tag with an issue second also matches when it was issued up to `reuseSeconds` ago:
 * the page it names holds the same companies, and its cursor still lives long enough.
 */
export function matchEntityTag(
  ifNoneMatch: string | undefined,
  current: EntityTag,
  reuseSeconds: number,
): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  const tag = writeEntityTag(current);
  // Most clients send the one tag of their last copy.
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return tag;
  if (ifNoneMatch.length > LIST_CHARS_MAX) return undefined;
  for (const [, opaque = ''] of ifNoneMatch.matchAll(LISTED_TAG)) {
    const issuedSecond = current.issuedSecond && Number.parseInt(opaque, 36);
    const age = (current.issuedSecond ?? 0) - (issuedSecond ?? 0);
    // The answer repeats the tag, so only the exact spelling counts.
    const isWritten = writeEntityTag({ digest: current.digest, issuedSecond }) === `"${opaque}"`;
    if (isWritten && age >= 0 && age <= reuseSeconds) return `"${opaque}"`;
  }
  return undefined;
}
