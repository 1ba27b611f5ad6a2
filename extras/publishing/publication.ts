import { hash } from 'node:crypto';
import { InputError, quoteValue } from '../../src/model/index.ts';
import {
  checkFields,
  checkVersion,
  isDigest,
  isKeyId,
  isPositive,
  isSignature,
  isText,
  isUtcTime,
  orAbsent,
  parseObject,
  type Fields,
} from '../changes/fields.ts';
import { signatureFault, signatureOf, type PublicKeys, type SigningKey } from '../changes/keys.ts';

export const CURRENT_FILE = 'current.json';

export const SNAPSHOTS_FOLDER = 'snapshots';

export function snapshotPath(generation: string): string {
  return `${SNAPSHOTS_FOLDER}/${generation}`;
}

/** Maximum size of `current.json`: a thousand generations of 64 letters, and the other fields. */
export const CURRENT_BYTES_MAX = 131_072;

/** Maximum number of generations in a publication. */
export const LISTED_MAX = 1000;

/** The content of `current.json`. docs/operating/followers.md specifies the fields and the signed bytes. */
export interface Publication {
  /** Starts at 1 and grows with each publication. */
  readonly counter: number;
  /** The generation of the data, and the name of the file `snapshots/GENERATION`. */
  readonly generation: string;
  readonly size: number;
  /** The SHA-256 of the snapshot. All checksums are in hexadecimal. */
  readonly sha256: string;
  readonly date: string;
  /** The time of expiry, in UTC. After this time, a store may be replaying the publication. */
  readonly expires_at: string;
  readonly key: string;
  /** The SHA-256 of the previous `current.json`; absent in the first one. */
  readonly previous?: string;
  /** The generations on the store, the current one first. */
  readonly generations: readonly string[];
  /** The SHA-256 of the list of change files; absent if there are no change files. */
  readonly changes?: string;
}

/** The error for a `current.json` or a list that is invalid, or not signed by a known key. */
export class UntrustedError extends InputError {
  constructor(where: string, reason: string) {
    super(`Cannot use ${quoteValue(where)}: ${reason}`);
  }
}

const isGeneration = isText(/^[A-Za-z0-9_-]{1,64}$/);

const FORMAT = 2;

/** The fields of `current.json`, in order, and their checks. */
const FIELDS: Fields = {
  format: (value) => value === FORMAT,
  counter: isPositive,
  generation: isGeneration,
  size: isPositive,
  sha256: isDigest,
  date: isUtcTime,
  expires_at: isUtcTime,
  key: isKeyId,
  previous: orAbsent(isDigest),
  generations: (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= LISTED_MAX && value.every(isGeneration),
  changes: orAbsent(isDigest),
  signature: isSignature,
};

/** The signed bytes: ten or eleven lines, each with a line feed. */
export function signedBytes(publication: Publication): Buffer {
  const { counter, generation, size, sha256, date, expires_at, key, previous = '-' } = publication;
  const { generations, changes } = publication;
  return Buffer.from(
    [
      `openfirma-publication ${FORMAT}`,
      `counter ${counter}`,
      `generation ${generation}`,
      `size ${size}`,
      `sha256 ${sha256}`,
      `date ${date}`,
      `expires_at ${expires_at}`,
      `key ${key}`,
      `previous ${previous}`,
      `generations ${generations.join(' ')}`,
      ...(changes === undefined ? [] : [`changes ${changes}`]),
      '',
    ].join('\n'),
  );
}

export function signPublication(publication: Publication, key: SigningKey): string {
  const signature = signatureOf(signedBytes(publication), key);
  const values: Readonly<Record<string, unknown>> = { ...publication, format: FORMAT, signature };
  const document = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, values[name]]));
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A valid `current.json` whose signature is not checked yet. */
export interface ReadPublication {
  readonly publication: Publication;
  readonly signature: string;
}

/**
 * Reads a `current.json`. Unknown fields are refused, because they are not signed.
 * @throws {UntrustedError} if it is invalid
 */
export function readPublication(text: string, where: string): ReadPublication {
  const refuse = (reason: string): Error => new UntrustedError(where, reason);
  const document = parseObject(text, 'it', refuse);
  checkVersion(document, 'format', [FORMAT], refuse);
  checkFields(document, FIELDS, 'it', refuse);
  const { format: _, signature, ...publication } = document as Publication & { format: number; signature: string };
  return { publication, signature };
}

/**
 * Checks the signature of a publication.
 * @throws {UntrustedError} if it has no valid signature of one of the keys
 */
export function verifyPublication({ publication, signature }: ReadPublication, keys: PublicKeys, where: string): void {
  const fault = signatureFault(signedBytes(publication), { key: publication.key, signature }, keys);
  if (fault !== undefined) throw new UntrustedError(where, fault);
}

export function digestOfText(text: string): string {
  return hash('sha256', text);
}
