import { hash } from 'node:crypto';
import type { Key } from './byte-cache.ts';

/** The current name of a representation, and when it was issued where that matters. */
export interface EntityTag {
  /** Changes whenever the representation could. Characters of base64url. */
  readonly digest: string;
  /** The second in which the cursor inside was issued; undefined where there is none. */
  readonly issuedSecond?: number | undefined;
}

/** Digests what decides about a representation into the text of an entity tag. */
export function digestOf(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\n'), 'base64url').slice(0, 22);
}

/**
 * Digests the target of a request into a few characters. An entity tag has to tell apart what one target has been answered with
 * (RFC 9110, section 8.8.3), which the rest of it does; this keeps the tags of different targets different, but for one in four
 * billion.
 */
export function targetMark({ hash: number }: Key): string {
  // To ask the number for its digits takes six times as long.
  return `${HEX[number >>> 24]}${HEX[(number >>> 16) & 0xff]}${HEX[(number >>> 8) & 0xff]}${HEX[number & 0xff]}`;
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Writes a strong entity tag (RFC 9110, section 8.8.3). */
export function writeEntityTag({ digest, issuedSecond }: EntityTag): string {
  if (issuedSecond === undefined) return `"${digest}"`;
  // All cursors of one span of time are issued in one second.
  if (issuedSecond !== issued.second) issued = { second: issuedSecond, text: issuedSecond.toString(36) };
  return `"${issued.text}.${digest}"`;
}

let issued = { second: 0, text: '0' };

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
  // Nearly all who ask have one copy, and that of late.
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return tag;
  for (const [, opaque = ''] of ifNoneMatch.matchAll(LISTED_TAG)) {
    const issuedSecond = current.issuedSecond && Number.parseInt(opaque, 36);
    const age = (current.issuedSecond ?? 0) - (issuedSecond ?? 0);
    // Only a tag as it is written here counts: it is what the answer repeats.
    const isWritten = writeEntityTag({ digest: current.digest, issuedSecond }) === `"${opaque}"`;
    if (isWritten && age >= 0 && age <= reuseSeconds) return `"${opaque}"`;
  }
  return undefined;
}
