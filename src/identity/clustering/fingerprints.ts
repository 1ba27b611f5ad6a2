import { hash } from 'node:crypto';
import { FINGERPRINT_BYTES, companyIdBytes, deriveIdBytes, encodeCompanyId } from '../../model/index.ts';
import type { CompanyIdentifier, PreviousRecord } from '../../model/index.ts';
import { matchedIdentifiers, schemeRank, toNaturalKey } from './match-keys.ts';

/** The strength of an id that a line carries. It is the strongest of all. */
const ID_STRENGTH = 0;
export const KEY_STRENGTH = 1;

/** The bit that is set in the strength of a keyed fingerprint. */
const KEYED = 0x80;

/** Hashes a plain fingerprint with the operator's key: equal fingerprints give equal hashes, which reveal nothing without the key. */
export type KeyedHash = (fingerprint: Uint8Array) => Uint8Array;

/**
 * Makes a keyed hash from a key of 32 bytes: SHA-256 over the key and the fingerprint. All fingerprints have one length, so the
 * length-extension attack that HMAC prevents does not apply, and HMAC would take four times as long.
 */
export function keyedHashWith(key: Uint8Array): KeyedHash {
  return (plain) => fingerprint(strengthOf(plain) | KEYED, hash('sha256', Buffer.concat([key, plain]), 'buffer'));
}

/**
 * Returns the plain fingerprints of a record: one for each key and joining identifier, else one for its strongest other identifier. A
 * fingerprint has the strength, then the id that would be derived from the key or identifier. `identifiers` includes other forms of
 * numbers, which have the fingerprint of a number: a later build may find a form in place of the number, or the number in place of it.
 */
export function createFingerprints(keys: readonly string[], identifiers: readonly CompanyIdentifier[]): Buffer[] {
  const [key] = keys;
  const line = { identifiers: [...identifiers], ...(key === undefined ? {} : { key }) };
  return [
    ...keys.map((one) => fingerprint(KEY_STRENGTH, deriveIdBytes({ kind: 'key', key: one }))),
    ...matchedIdentifiers(line).map((one) => fingerprint(identifierStrength(one), deriveIdBytes(toNaturalKey(one)))),
  ];
}

/** Returns the fingerprints of a previous record, plain or keyed. */
export function fingerprintsOfRecord(record: PreviousRecord): readonly Uint8Array[] {
  const { keys, identifiers, numberForms, fingerprints } = record;
  return fingerprints.length > 0 ? fingerprints : createFingerprints(keys, [...identifiers, ...numberForms]);
}

/** Returns the fingerprint for lines that carry the id itself. */
export function fingerprintOfId(id: string): Uint8Array {
  return fingerprint(ID_STRENGTH, companyIdBytes(id));
}

/** Returns the strength of an identifier's fingerprint; the smallest value is the strongest. */
export function identifierStrength(identifier: Pick<CompanyIdentifier, 'scheme'>): number {
  return KEY_STRENGTH + 1 + schemeRank(identifier);
}

export function strengthOf(of: Uint8Array): number {
  return of[0] ?? 0;
}

export function isKeyed(of: Uint8Array): boolean {
  return (strengthOf(of) & KEYED) !== 0;
}

/** Returns the id in a plain fingerprint, which would be derived from its key or identifier. */
export function decodeDerivedId(plain: Uint8Array): string {
  return encodeCompanyId(plain.subarray(1));
}

function fingerprint(strength: number, hashed: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(FINGERPRINT_BYTES);
  bytes[0] = strength;
  bytes.set(hashed.subarray(0, FINGERPRINT_BYTES - 1), 1);
  return bytes;
}
