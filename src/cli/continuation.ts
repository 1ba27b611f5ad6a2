import { hash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keyedHashWith, type KeyedHash } from '../identity/index.ts';
import { createWhole, removeAbandonedAside } from '../files/index.ts';
import { COUNTRIES, InputError, type PreviousSnapshot } from '../model/index.ts';
import { NO_COUNTRY, SnapshotScanner, verifyChecksum, publishedIn, type About } from '../snapshot/index.ts';

/** How a build goes on from the one before it. */
export interface ContinuationOptions {
  /** The snapshot whose ids are kept. */
  readonly previous?: string;
  /** Countries that may lose companies: two letters, or `--` for companies of no country. */
  readonly acceptLoss?: readonly string[];
  /** Stops the build; what it is aborted with is thrown. Once the new snapshot is being put in its place it is too late. */
  readonly signal?: AbortSignal;
  /** Where the key lies that seals what restricted companies are recognised by; made where it is not there. */
  readonly restrictionKey?: string;
}

/** A country may lose this share of its active companies from one build to the next: registers do not shrink by more in a month. */
const LOSS_MAX = 0.05;

/** One company may always go: in a country of a few, each restriction or merger would be a loss, and no file is cut by one line alone. */
const LOSS_COMPANIES_MIN = 1;

const KEY_BYTES = 32;

/** The snapshot before, open, and what the build that follows it must hold to. */
export class Continuation {
  readonly previousSnapshot: PreviousSnapshot | undefined;
  readonly #previous: SnapshotScanner | undefined;
  readonly #options: ContinuationOptions;
  readonly #keyPath: string;
  #key: Buffer | undefined;
  #isSealing = false;

  private constructor(keyPath: string, previous: SnapshotScanner | undefined, options: ContinuationOptions) {
    this.#options = options;
    this.#keyPath = keyPath;
    this.#previous = previous;
    this.#key = existsSync(this.#keyPath) ? readKey(this.#keyPath) : undefined;
    this.previousSnapshot = this.#previous === undefined ? undefined : publishedIn(this.#previous);
    const sealedWith = this.#previous?.reader.about.restriction_key;
    if (sealedWith === undefined) return;
    this.#isSealing = true;
    if (this.keyName === sealedWith) return;
    throw new InputError(
      `Cannot go on from "${options.previous}": its restricted companies were sealed with a key, and "${this.#keyPath}" ` +
        `${this.#key === undefined ? 'is not there' : 'is another one'}; without it they would be published again`,
    );
  }

  /**
   * Opens what a build to `out` goes on from. `directory` is the build's own.
   * @throws {InputError} where the snapshot before, or the key it needs, cannot be read
   */
  static async open(out: string, directory: string, options: ContinuationOptions): Promise<Continuation> {
    const keyPath = options.restrictionKey ?? join(dirname(out), 'restriction.key');
    await removeAbandonedAside(keyPath);
    // What is taken over is carried for ever: a byte that has changed could publish a restricted company again.
    if (options.previous !== undefined) await verifyChecksum(options.previous, options.signal);
    const previous =
      options.previous === undefined ? undefined : new SnapshotScanner(options.previous, { lockIn: directory });
    try {
      return new Continuation(keyPath, previous, options);
    } catch (error) {
      await previous?.close();
      throw error;
    }
  }

  /** Hashes fingerprints of restricted companies with the key. Makes the key at the first call where there is none. */
  readonly keyedHash: KeyedHash = (fingerprint) => {
    this.#isSealing = true;
    this.#key ??= randomBytes(KEY_BYTES);
    return keyedHashWith(this.#key)(fingerprint);
  };

  /** Names the key without telling it; undefined where this build needed none. */
  get keyName(): string | undefined {
    if (!this.#isSealing || this.#key === undefined) return undefined;
    return hash('sha256', Buffer.concat([Buffer.from('openfirma restriction key\0'), this.#key])).slice(0, 32);
  }

  /**
   * Keeps a key that was made, before the snapshot that needs it gets its name: written aside, so that it is whole or not there.
   * @throws {InputError} where another build has made one meanwhile: without its own the snapshot could never be gone on from
   */
  async keepKey(): Promise<void> {
    if (!this.#isSealing || this.#key === undefined) return;
    if (!existsSync(this.#keyPath)) await createWhole(this.#keyPath, `${this.#key.toString('hex')}\n`);
    if (readKey(this.#keyPath).equals(this.#key)) return;
    throw new InputError(`Cannot build: another build has made the key "${this.#keyPath}" meanwhile; build again`);
  }

  /**
   * Refuses a build in which a country loses more active companies than registers lose: a truncated download must never wipe
   * a country.
   * @throws {InputError} naming each such country with both counts
   */
  checkLoss(about: About): void {
    const before = this.#previous?.reader.about.countries ?? {};
    const accepted = new Set(this.#options.acceptLoss);
    const losses = Object.entries(before).flatMap(([country, { active }]) => {
      const now = about.countries[country]?.active ?? 0;
      const isLoss = active - now > Math.max(LOSS_COMPANIES_MIN, active * LOSS_MAX) && !accepted.has(country);
      return isLoss ? [`${nameOf(country)} had ${active} active companies and now has ${now}`] : [];
    });
    if (losses.length === 0) return;
    throw new InputError(
      `Cannot build: ${losses.join('; ')}; --accept-loss COUNTRY lets a country lose more than ${LOSS_MAX * 100} %`,
    );
  }

  async close(): Promise<void> {
    await this.#previous?.close();
  }
}

function nameOf(country: string): string {
  return country === NO_COUNTRY ? 'no country (--)' : `${COUNTRIES.get(country) ?? 'country'} (${country})`;
}

function readKey(path: string): Buffer {
  const hex = readFileSync(path, 'utf8').trim();
  if (/^[0-9a-f]{64}$/.test(hex)) return Buffer.from(hex, 'hex');
  throw new InputError(`Cannot read the restriction key "${path}": must be ${2 * KEY_BYTES} hexadecimal digits`);
}
