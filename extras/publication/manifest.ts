import { InputError, quoteValue } from '../../src/model/index.ts';
import type { FileFacts } from '../../src/files/index.ts';
import {
  checkFields,
  checkVersion,
  isCount,
  isDigest,
  isKeyId,
  isObject,
  isPositive,
  isSignature,
  isText,
  isUtcTime,
  parseObject,
  type Fields,
} from '../changes/fields.ts';
import { signBytes, signatureFault, type PublicKeys, type SigningKey } from './keys.ts';

export const CURRENT_FILE = 'current.json';
export const FOLDERS = ['snapshots', 'changes', 'exports'] as const;

/** Maximum number of files of a publication: exports of all countries in all formats have some 700. */
export const FILES_MAX = 10_000;
/** Maximum size of `current.json`: each file takes at most 400 bytes, with a path of 200. */
export const CURRENT_BYTES_MAX = 4 * 1024 ** 2;

const FORMAT = 3;

/** A file of a publication. */
export interface PublishedFile extends FileFacts {
  /** Relative to `current.json`, with `/` between names. Another content has another path. */
  readonly path: string;
}

/** The content of `current.json`. docs/operating/followers.md specifies the fields and the signed bytes. */
export interface Publication {
  /** Starts at 1 and grows with each publication. */
  readonly counter: number;
  readonly generation: string;
  /** The time of expiry, in UTC. After this time, a server may be replaying the publication. */
  readonly expires_at: string;
  readonly key: string;
  /** The snapshot of the generation, earlier snapshots, change files in the order of their chain, exports. */
  readonly files: readonly [PublishedFile, ...PublishedFile[]];
}

/** The error for a `current.json` that is invalid, or not signed by a known key. */
export class UntrustedError extends InputError {
  constructor(where: string, reason: string) {
    super(`Cannot use ${quoteValue(where)}: ${reason}`);
  }
}

const isPath = isText(
  new RegExp(String.raw`^(?=.{1,200}$)(?:${FOLDERS.join('|')})(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$`),
);
const FILE_FIELDS: Fields = { path: isPath, size: isCount, sha256: isDigest };

/** The fields of `current.json`, in order, and their checks. */
const FIELDS: Fields = {
  format: (value) => value === FORMAT,
  counter: isPositive,
  generation: isText(/^[0-9a-z]{26}$/),
  expires_at: isUtcTime,
  key: isKeyId,
  files: (value) => Array.isArray(value) && value.length > 0 && value.length <= FILES_MAX && value.every(isObject),
  signature: isSignature,
};

/** The files of a publication below one of its folders. */
export function filesIn(folder: (typeof FOLDERS)[number], { files }: Publication): PublishedFile[] {
  return files.filter(({ path }) => path.startsWith(`${folder}/`));
}

/** The path of a file that is published once for each content. */
export function pathOf(folder: (typeof FOLDERS)[number], name: string, { sha256 }: FileFacts, suffix = ''): string {
  return `${folder}/${name}-${sha256.slice(0, 8)}${suffix}`;
}

/** The signed bytes: five lines and one for each file, each with a line feed. JSON has no canonical form. */
export function signedBytes({ counter, generation, expires_at, key, files }: Publication): Buffer {
  return Buffer.from(
    [
      `openfirma-publication ${FORMAT}`,
      `counter ${counter}`,
      `generation ${generation}`,
      `expires_at ${expires_at}`,
      `key ${key}`,
      ...files.map(({ path, size, sha256 }) => `file ${sha256} ${size} ${path}`),
      '',
    ].join('\n'),
  );
}

export function signPublication(publication: Publication, key: SigningKey): string {
  const signature = signBytes(signedBytes(publication), key);
  return `${JSON.stringify({ format: FORMAT, ...publication, signature }, Object.keys({ ...FIELDS, ...FILE_FIELDS }), 1)}\n`;
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
  checkVersion(document, 'format', FORMAT, (reason) => refuse(`${reason}${cureOf(document)}`));
  checkFields(document, FIELDS, 'it', refuse);
  const { format: _, signature, ...publication } = document as Publication & { format: number; signature: string };
  for (const file of publication.files) checkFields(file, FILE_FIELDS, 'a file', refuse);
  const [snapshot] = publication.files;
  if (snapshot.path !== pathOf('snapshots', publication.generation, snapshot))
    throw refuse('its first file is not the snapshot of its generation');
  return { publication, signature };
}

/** How to continue after a publication of another format. */
function cureOf(document: { readonly counter?: unknown }): string {
  const counter = isPositive(document.counter) ? Number(document.counter) + 1 : 'N';
  return `; its publisher empties the folder, and publishes once with --counter ${counter}`;
}

/**
 * Checks the signature of a publication.
 * @throws {UntrustedError} if it has no valid signature of one of the keys
 */
export function verifyPublication({ publication, signature }: ReadPublication, keys: PublicKeys, where: string): void {
  const fault = signatureFault(signedBytes(publication), { key: publication.key, signature }, keys);
  if (fault !== undefined) throw new UntrustedError(where, fault);
}
