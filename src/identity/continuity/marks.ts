import { hash } from 'node:crypto';
import { MARK_BYTES, companyIdBytes, companyIdOf, deriveIdBytes } from '../../model/index.ts';
import type { CompanyIdentifier, RegisterLine } from '../../model/index.ts';
import { identifyingOf, originOf, strengthOf } from '../lines/origin.ts';

/** The strength of an id that a line carries, the strongest mark, then of a key; identifiers follow in the contract's order. */
const ID_STRENGTH = 0;
const KEY_STRENGTH = 1;

/** Set in the strength of a sealed mark. */
const SEALED = 0x80;

/** Turns a mark into one that tells nothing without the operator's key, and is equal for equal marks. */
export type Seal = (mark: Uint8Array) => Uint8Array;

/**
 * What a record is recognised by in later builds: a mark for each of its keys and joining identifiers, or, where it has none
 * of these, for its strongest other identifier. What follows the strength is the id that would be derived of it.
 */
export function marksOf(keys: readonly string[], identifiers: readonly CompanyIdentifier[]): Buffer[] {
  const [key] = keys;
  const line: RegisterLine = { identifiers: [...identifiers], ...(key === undefined ? {} : { key }) };
  return [
    ...keys.map((one) => mark(KEY_STRENGTH, deriveIdBytes({ kind: 'key', key: one }))),
    ...identifyingOf(line).map((one) => mark(strengthOfMark(one), deriveIdBytes(originOf(one)))),
  ];
}

/** How strong the mark of an identifier is. */
export function strengthOfMark(identifier: Pick<CompanyIdentifier, 'scheme'>): number {
  return KEY_STRENGTH + 1 + strengthOf(identifier);
}

/** The mark of a line that carries the id itself. */
export function markOfId(id: string): Uint8Array {
  return mark(ID_STRENGTH, companyIdBytes(id));
}

/** Whether a mark tells nothing without the operator's key. */
export function isSealed(of: Uint8Array): boolean {
  return ((of[0] ?? 0) & SEALED) !== 0;
}

/** The id that would be derived of what a mark stands for. */
export function aliasOf(of: Uint8Array): string {
  return companyIdOf(of.subarray(1));
}

/**
 * A seal with a key of 32 bytes. What is hashed has one length, so nothing can be appended to it, and a plain hash with the key in
 * front is as good as HMAC at a quarter of its time.
 */
export function sealWith(key: Uint8Array): Seal {
  return (of) => mark((of[0] ?? 0) | SEALED, hash('sha256', Buffer.concat([key, of]), 'buffer'));
}

export { KEY_STRENGTH };

function mark(strength: number, hashed: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(MARK_BYTES);
  bytes[0] = strength;
  bytes.set(hashed.subarray(0, MARK_BYTES - 1), 1);
  return bytes;
}
