import { hash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createWhole, mustBeFile, removeAbandonedAside } from '../files/index.ts';
import { keyedHashWith, type KeyedHash } from '../identity/index.ts';
import { InputError } from '../model/index.ts';

const KEY_BYTES = 32;

/**
 * The secret key that hashes the fingerprints of restricted companies, so that a snapshot recognises them without naming them. It is
 * created when a build first needs it.
 */
export class RestrictionKey {
  readonly #path: string;
  #key: Buffer | undefined;
  #isUsed = false;

  private constructor(path: string) {
    this.#path = path;
    this.#key = existsSync(path) ? readKey(path) : undefined;
  }

  /** @throws {InputError} if the file exists but does not contain a key */
  static async open(path: string): Promise<RestrictionKey> {
    await removeAbandonedAside(path);
    return new RestrictionKey(path);
  }

  /** Hashes a fingerprint with the key. */
  readonly keyedHash: KeyedHash = (fingerprint) => {
    this.#isUsed = true;
    this.#key ??= randomBytes(KEY_BYTES);
    return keyedHashWith(this.#key)(fingerprint);
  };

  /** A name of the key, 32 hexadecimal digits, that does not reveal the key; undefined if this build has not used the key. */
  get name(): string | undefined {
    if (!this.#isUsed || this.#key === undefined) return undefined;
    return hash('sha256', Buffer.concat([Buffer.from('openfirma restriction key\0'), this.#key])).slice(0, 32);
  }

  /**
   * Requires that this is the key of the previous snapshot. @param name the name of that key; undefined if that snapshot needed none
   * @throws {InputError} if this is another key, or the key does not exist
   */
  require(name: string | undefined, previous: string): void {
    if (name === undefined) return;
    this.#isUsed = true;
    if (this.name === name) return;
    throw new InputError(
      `Cannot continue from "${previous}": the key of its restricted companies is missing: "${this.#path}" ` +
        `${this.#key === undefined ? 'does not exist' : 'holds another key'}; without it they would be published again`,
    );
  }

  /**
   * Writes a new key to its file, before the snapshot that needs it.
   * @throws {InputError} if another build has made a key in the meantime: no build could continue this build's snapshot
   */
  async keep(): Promise<void> {
    if (!this.#isUsed || this.#key === undefined) return;
    if (!existsSync(this.#path)) await createWhole(this.#path, `${this.#key.toString('hex')}\n`);
    if (readKey(this.#path).equals(this.#key)) return;
    throw new InputError(`Cannot build: another build has just made the key "${this.#path}"; build again`);
  }
}

function readKey(path: string): Buffer {
  mustBeFile(path, (reason) => new InputError(`Cannot read the restriction key "${path}": ${reason}`));
  const hex = readFileSync(path, 'utf8').trim();
  if (/^[0-9a-f]{64}$/.test(hex)) return Buffer.from(hex, 'hex');
  throw new InputError(`Cannot read the restriction key "${path}": must be ${2 * KEY_BYTES} hexadecimal digits`);
}
