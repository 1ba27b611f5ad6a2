import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createWhole, makeFolder, systemReason, writeWhole } from '../../src/files/index.ts';
import { InputError, quoteValue } from '../../src/model/index.ts';

/** The files of a key in its folder: the private one as PKCS #8 (PEM), the public one as the line that followers are given. */
const PRIVATE_FILE = 'private.pem';
const PUBLIC_FILE = 'public.txt';

/** A public key as text: this and its 32 bytes in base64url. */
const PREFIX = 'ed25519:';
const PUBLIC_BYTES = 32;

/** The longest list of public keys, and the most of them: a rotation needs two. */
const KEYS_BYTES_MAX = 65_536;
const KEYS_MAX = 100;

/** Permission bits of other users, who must not read a private key. */
const OTHERS = 0o007;

/** A public key that may sign what is published. */
export interface PublicKey {
  /** The first 16 hexadecimal digits of the SHA-256 of its 32 bytes. */
  readonly id: string;
  /** As followers are given it. */
  readonly text: string;
  readonly key: KeyObject;
}

/** A key that signs. */
export interface SigningKey extends PublicKey {
  readonly privateKey: KeyObject;
}

/**
 * Makes a key in a folder, which is made where it does not exist.
 * @throws {InputError} where the folder has one
 */
export async function createKey(folder: string): Promise<SigningKey> {
  makeFolder(folder, 0o700);
  const path = join(folder, PRIVATE_FILE);
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await createWhole(path, pem);
  // A file that was there stays as it is.
  if ((await readFile(path, 'utf8')) !== pem) {
    throw new InputError(`Cannot make a key in ${quoteValue(folder)}: it has one; give another folder`);
  }
  const key = signingKeyOf(privateKey);
  await writeWhole(join(folder, PUBLIC_FILE), `${key.text}\n`);
  return key;
}

/** Reads the key in a folder. */
export async function readKey(folder: string): Promise<SigningKey> {
  const path = join(folder, PRIVATE_FILE);
  const fail = (reason: string, cause?: unknown): never => {
    throw new InputError(`Cannot read the key ${quoteValue(path)}: ${reason}`, { cause });
  };
  let pem = '';
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
      fail('every user of this machine can read it; allow its owner alone (chmod 600), and replace the key');
    pem = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof InputError) throw error;
    fail(systemReason(error) ?? String(error), error);
  }
  try {
    return signingKeyOf(createPrivateKey(pem));
  } catch {
    // The cause would show what is in the file.
    return fail('it is not an Ed25519 key in PEM');
  }
}

/**
 * Reads public keys: a list separated by commas, or the path of a file with one a line, in which lines that begin with `#`
 * are comments.
 */
export async function readPublicKeys(listOrFile: string): Promise<ReadonlyMap<string, PublicKey>> {
  const isList = listOrFile.trim().startsWith(PREFIX);
  const where = isList ? 'SNAPSHOT_KEYS' : quoteValue(listOrFile);
  const text = isList ? listOrFile : await readKeysFile(listOrFile);
  const entries = text
    .split(isList ? ',' : '\n')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('#'));
  if (entries.length === 0 || entries.length > KEYS_MAX)
    throw new InputError(`Cannot read the public keys in ${where}: there are ${entries.length}; give 1 to ${KEYS_MAX}`);
  const keys = entries.map((entry) => {
    const key = publicKeyFrom(entry);
    if (key !== undefined) return key;
    const allowed = `a key is "${PREFIX}" and 32 bytes in base64url, as "openfirma keys show" prints it`;
    throw new InputError(`Cannot read the public keys in ${where}: ${quoteValue(entry)} is not a key; ${allowed}`);
  });
  return new Map(keys.map((key) => [key.id, key]));
}

async function readKeysFile(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > KEYS_BYTES_MAX) throw new InputError(`it has ${size} bytes, at most ${KEYS_BYTES_MAX} are read`);
    return await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof InputError ? error.message : (systemReason(error) ?? String(error));
    throw new InputError(`Cannot read the public keys in ${quoteValue(path)}: ${reason}`, { cause: error });
  }
}

function publicKeyFrom(text: string): PublicKey | undefined {
  if (!/^ed25519:[A-Za-z0-9_-]{43}$/.test(text)) return undefined;
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url');
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
    return publicKeyOf(createPublicKey({ key: jwk, format: 'jwk' }));
  } catch {
    return undefined;
  }
}

function signingKeyOf(privateKey: KeyObject): SigningKey {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new TypeError('The key is not an Ed25519 key');
  return { ...publicKeyOf(createPublicKey(privateKey)), privateKey };
}

function publicKeyOf(key: KeyObject): PublicKey {
  const bytes = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  if (bytes.length !== PUBLIC_BYTES) throw new TypeError('An Ed25519 key has 32 bytes');
  const id = hash('sha256', bytes).slice(0, 16);
  return { id, text: PREFIX + bytes.toString('base64url'), key };
}
