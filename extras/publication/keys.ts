import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createWhole, makeFolder, systemReason, writeWhole } from '../../src/files/index.ts';
import { InputError, quoteValue } from '../../src/model/index.ts';

/** The files of a key in its folder: PKCS #8 (PEM), and the public key as a line for followers. */
const PRIVATE_FILE = 'private.pem';
const PUBLIC_FILE = 'public.txt';

/** The prefix of a public key as text; its 32 bytes in base64url follow. */
const PREFIX = 'ed25519:';
const PUBLIC_BYTES = 32;

/** Maximum size of a list of public keys, and maximum number of keys: a rotation needs two. */
const KEYS_BYTES_MAX = 65_536;
const KEYS_MAX = 100;

/** Permission bits of other users, who must not read a private key. */
const OTHERS = 0o007;

/** The public part of an Ed25519 key. */
export interface PublicKey {
  /** The first 16 hexadecimal digits of the SHA-256 of the 32 bytes of the key. */
  readonly id: string;
  /** The key as text, for followers. */
  readonly text: string;
  readonly key: KeyObject;
}

export type PublicKeys = ReadonlyMap<string, PublicKey>;

export interface SigningKey extends PublicKey {
  readonly privateKey: KeyObject;
}

/** Returns the signature of bytes in base64url. */
export function signBytes(bytes: Buffer, { privateKey }: SigningKey): string {
  return sign(null, bytes, privateKey).toString('base64url');
}

/** Returns why the bytes have no valid signature of one of the keys; undefined if they have one. */
export function signatureFault(
  bytes: Buffer,
  { key: id, signature }: { readonly key: string; readonly signature: string },
  keys: PublicKeys,
): string | undefined {
  const known = keys.get(id);
  if (known === undefined) {
    const ids = Array.from(keys.keys(), (one) => `"${one}"`).join(', ');
    return `it is signed by the key "${id}"; known are ${ids}`;
  }
  const isValid = verify(null, bytes, known.key, Buffer.from(signature, 'base64url'));
  return isValid ? undefined : 'its signature is wrong';
}

/**
 * Creates a key in a folder. The folder is created if it does not exist.
 * @throws {InputError} if the folder already has a key
 */
export async function createKey(folder: string): Promise<SigningKey> {
  makeFolder(folder, 0o700);
  const path = join(folder, PRIVATE_FILE);
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await createWhole(path, pem);
  // `createWhole` does not replace an existing file.
  if ((await readFile(path, 'utf8')) !== pem)
    throw new InputError(`Cannot make a key in ${quoteValue(folder)}: it has one; give another folder`);
  const key = toSigningKey(privateKey);
  await writeWhole(join(folder, PUBLIC_FILE), `${key.text}\n`);
  return key;
}

export async function readKey(folder: string): Promise<SigningKey> {
  const path = join(folder, PRIVATE_FILE);
  const refuse = (reason: string, cause?: unknown): InputError =>
    new InputError(`Cannot read the key ${quoteValue(path)}: ${reason}`, { cause });
  const read = async () => ({ mode: (await stat(path)).mode, pem: await readFile(path, 'utf8') });
  const { mode, pem } = await read().catch((error: unknown) => {
    throw refuse(systemReason(error) ?? String(error), error);
  });
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
    throw refuse('every user of this machine can read it; restrict it to its owner (chmod 600), and replace the key');
  try {
    return toSigningKey(createPrivateKey(pem));
  } catch {
    // The error has no cause, which would show the content of the file.
    throw refuse('it is not an Ed25519 key in PEM');
  }
}

/** Reads public keys: a list separated by commas, or the path of a file with one key a line and `#` for comments. */
export async function readPublicKeys(listOrFile: string): Promise<PublicKeys> {
  const isList = listOrFile.trim().startsWith(PREFIX);
  const refuse = (reason: string, cause?: unknown): InputError => {
    const where = isList ? 'SNAPSHOT_KEYS' : quoteValue(listOrFile);
    return new InputError(`Cannot read the public keys in ${where}: ${reason}`, { cause });
  };
  const text = isList ? listOrFile : await readKeysFile(listOrFile, refuse);
  const entries = text
    .split(isList ? ',' : '\n')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('#'));
  if (entries.length === 0 || entries.length > KEYS_MAX)
    throw refuse(`there are ${entries.length}; give 1 to ${KEYS_MAX}`);
  const keys = entries.map((entry) => {
    const key = publicKeyFrom(entry);
    if (key !== undefined) return key;
    const allowed = `a key is "${PREFIX}" and 32 bytes in base64url, as "openfirma keys show" prints it`;
    throw refuse(`${quoteValue(entry)} is not a key; ${allowed}`);
  });
  return new Map(keys.map((key) => [key.id, key]));
}

async function readKeysFile(path: string, refuse: (reason: string, cause?: unknown) => InputError): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > KEYS_BYTES_MAX) throw refuse(`it has ${size} bytes; at most ${KEYS_BYTES_MAX} are read`);
    return await readFile(path, 'utf8');
  } catch (error) {
    throw error instanceof InputError ? error : refuse(systemReason(error) ?? String(error), error);
  }
}

function publicKeyFrom(text: string): PublicKey | undefined {
  if (!/^ed25519:[A-Za-z0-9_-]{43}$/.test(text)) return undefined;
  const x = Buffer.from(text.slice(PREFIX.length), 'base64url').toString('base64url');
  try {
    return toPublicKey(createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }));
  } catch {
    return undefined;
  }
}

function toSigningKey(privateKey: KeyObject): SigningKey {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new TypeError('The key is not an Ed25519 key');
  return { ...toPublicKey(createPublicKey(privateKey)), privateKey };
}

function toPublicKey(key: KeyObject): PublicKey {
  const bytes = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  if (bytes.length !== PUBLIC_BYTES) throw new TypeError('An Ed25519 key has 32 bytes');
  const id = hash('sha256', bytes).slice(0, 16);
  return { id, text: PREFIX + bytes.toString('base64url'), key };
}
