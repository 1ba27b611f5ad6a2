import { hash, sign, verify } from 'node:crypto';
import { InputError, isInstant, quoteValue } from '../../src/model/index.ts';
import type { PublicKey, SigningKey } from '../changes/keys.ts';

/** The file that describes the publication. */
export const CURRENT_FILE = 'current.json';

/** The folder of the snapshots beside it. */
export const SNAPSHOTS_FOLDER = 'snapshots';

/** The path of a snapshot on a store. */
export function snapshotPath(generation: string): string {
  return `${SNAPSHOTS_FOLDER}/${generation}`;
}

/** Maximum size of `current.json`: a thousand generations of 64 letters, and the other fields. */
export const CURRENT_BYTES_MAX = 131_072;

/** Maximum generations in a publication. */
export const LISTED_MAX = 1000;

/** The content of `current.json`. docs/operating/followers.md specifies the fields and the signed bytes. */
export interface Publication {
  /** From 1; it grows with each publication. */
  readonly counter: number;
  /** The generation of the data, and the name of the file `snapshots/GENERATION`. */
  readonly generation: string;
  /** The size of that file. */
  readonly size: number;
  /** The SHA-256 of that file, in hexadecimal. */
  readonly sha256: string;
  /** The time of publication, in UTC. */
  readonly date: string;
  /** When it expires, in UTC, unless `publish` renews it. Later, a store may be replaying it. */
  readonly expires_at: string;
  /** The id of the signing key. */
  readonly key: string;
  /** The SHA-256 of the `current.json` before, in hexadecimal; absent in the first. */
  readonly previous?: string;
  /** The generations on the store, the present one first. */
  readonly generations: readonly string[];
  /** The SHA-256 of the list of its change files, in hexadecimal; absent if it has none. */
  readonly changes?: string;
}

/** A `current.json` is invalid, or not signed by a known key. */
export class UntrustedError extends InputError {}

const GENERATION = /^[A-Za-z0-9_-]{1,64}$/;
/** A SHA-256 in hexadecimal. */
export const DIGEST = /^[0-9a-f]{64}$/;
const KEY_ID = /^[0-9a-f]{16}$/;
const SIGNATURE = /^[A-Za-z0-9_-]{86}$/;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
const isText = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const isTime = (value: unknown): boolean => typeof value === 'string' && isInstant(value);

/** The version of `current.json`. */
const FORMAT = 2;

/** The fields of `current.json`, in order, and their checks. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  format: (value) => value === FORMAT,
  counter: isCount,
  generation: isText(GENERATION),
  size: isCount,
  sha256: isText(DIGEST),
  date: isTime,
  expires_at: isTime,
  key: isText(KEY_ID),
  previous: (value) => value === undefined || isText(DIGEST)(value),
  generations: (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= LISTED_MAX && value.every(isText(GENERATION)),
  changes: (value) => value === undefined || isText(DIGEST)(value),
  signature: isText(SIGNATURE),
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

/** The text of `current.json`, signed. */
export function signPublication(publication: Publication, { privateKey }: SigningKey): string {
  const signature = sign(null, signedBytes(publication), privateKey).toString('base64url');
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
 * @throws {UntrustedError} where it is invalid
 */
export function readPublication(text: string, where: string): ReadPublication {
  const fail = (reason: string): never => {
    throw new UntrustedError(`Cannot use ${quoteValue(where)}: ${reason}`);
  };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    fail('it is not JSON');
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return fail('it is not a JSON object');
  const given = new Map<string, unknown>(Object.entries(document));
  if (given.has('format') && given.get('format') !== FORMAT)
    fail(`it has format ${quoteValue(given.get('format'))}; this program reads format ${FORMAT}`);
  for (const [name, isAllowed] of Object.entries(FIELDS))
    if (!isAllowed(given.get(name)))
      fail(`its field "${name}" is ${quoteValue(given.get(name))}, which is not allowed`);
  for (const name of given.keys())
    if (!Object.hasOwn(FIELDS, name)) fail(`it has the unknown field ${quoteValue(name)}`);
  const {
    format: _,
    signature,
    ...publication
  } = document as Publication & { format: typeof FORMAT; signature: string };
  return { publication, signature };
}

/**
 * Checks the signature of a publication.
 * @throws {UntrustedError} where its key is not in `keys`, or the signature is wrong
 */
export function verifyPublication(
  { publication, signature }: ReadPublication,
  keys: ReadonlyMap<string, PublicKey>,
  where: string,
): void {
  const key = keys.get(publication.key);
  if (key === undefined) {
    const known = [...keys.keys()].map((id) => `"${id}"`).join(', ');
    throw new UntrustedError(
      `Cannot use ${quoteValue(where)}: it is signed by the key "${publication.key}"; known are ${known}`,
    );
  }
  if (!verify(null, signedBytes(publication), key.key, Buffer.from(signature, 'base64url')))
    throw new UntrustedError(`Cannot use ${quoteValue(where)}: its signature is wrong`);
}

/** The SHA-256 of a text. */
export function digestOfText(text: string): string {
  return hash('sha256', text);
}
