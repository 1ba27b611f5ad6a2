import { hash } from 'node:crypto';
import { FINGERPRINT_BYTES, companyIdBytes, companyIdOf, deriveIdBytes } from '../../model/index.ts';
import type { CompanyIdentifier, RegisterLine } from '../../model/index.ts';
import { identifyingOf, naturalKeyOf, strengthOf } from '../clustering/match-keys.ts';

/** The strength of an id that a line carries, the strongest fingerprint, then of a key; identifiers follow in the contract's order. */
const ID_STRENGTH = 0;
const KEY_STRENGTH = 1;

/** Set in the strength byte of a keyed fingerprint. */
const KEYED = 0x80;

/** Turns a fingerprint into one that tells nothing without the operator's key, and is equal for equal fingerprints. */
export type KeyedHash = (fingerprint: Uint8Array) => Uint8Array;

/**
 * What a record is recognised by in later builds: a fingerprint for each of its keys and joining identifiers, or, where it has none
 * of these, for its strongest other identifier. What follows the strength is the id that would be derived of it.
 */
export function fingerprintsOf(keys: readonly string[], identifiers: readonly CompanyIdentifier[]): Buffer[] {
  const [key] = keys;
  const line: RegisterLine = { identifiers: [...identifiers], ...(key === undefined ? {} : { key }) };
  return [
    ...keys.map((one) => fingerprint(KEY_STRENGTH, deriveIdBytes({ kind: 'key', key: one }))),
    ...identifyingOf(line).map((one) => fingerprint(fingerprintStrength(one), deriveIdBytes(naturalKeyOf(one)))),
  ];
}

/** How strong the fingerprint of an identifier is. */
export function fingerprintStrength(identifier: Pick<CompanyIdentifier, 'scheme'>): number {
  return KEY_STRENGTH + 1 + strengthOf(identifier);
}

/** The fingerprint of a line that carries the id itself. */
export function fingerprintOfId(id: string): Uint8Array {
  return fingerprint(ID_STRENGTH, companyIdBytes(id));
}

/** Whether a fingerprint tells nothing without the operator's key. */
export function isKeyed(of: Uint8Array): boolean {
  return ((of[0] ?? 0) & KEYED) !== 0;
}

/** The id that would be derived of what a fingerprint stands for. */
export function derivedIdOfFingerprint(of: Uint8Array): string {
  return companyIdOf(of.subarray(1));
}

/**
 * A keyed hash with a key of 32 bytes. What is hashed has one length, so nothing can be appended to it, and a plain hash with the key in
 * front is as good as HMAC at a quarter of its time.
 */
export function keyedHashWith(key: Uint8Array): KeyedHash {
  return (of) => fingerprint((of[0] ?? 0) | KEYED, hash('sha256', Buffer.concat([key, of]), 'buffer'));
}

export { KEY_STRENGTH };

function fingerprint(strength: number, hashed: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(FINGERPRINT_BYTES);
  bytes[0] = strength;
  bytes.set(hashed.subarray(0, FINGERPRINT_BYTES - 1), 1);
  return bytes;
}
