import { hash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sealWith, type Seal } from '../identity/index.ts';
import { COUNTRIES, InputError, type Published } from '../model/index.ts';
import { NO_COUNTRY, SnapshotPasses, publishedIn, type About } from '../snapshot/index.ts';

/** How a build goes on from the one before it. */
export interface ContinuationOptions {
  /** The snapshot whose ids are kept. */
  readonly previous?: string;
  /** Countries that may lose companies: two letters, or `--` for companies of no country. */
  readonly acceptLoss?: readonly string[];
  /** Where the key lies that seals what restricted companies are recognised by; made where it is not there. */
  readonly restrictionKey?: string;
}

/** A country may lose this share of its active companies from one build to the next: registers do not shrink by more in a month. */
const LOSS_MAX = 0.05;

/** Below this a share says nothing: two of twenty companies may well end in a night. */
const LOSS_COMPANIES_MIN = 20;

const KEY_BYTES = 32;

/** The snapshot before, open, and what the build that follows it must hold to. */
export class Continuation {
  readonly published: Published | undefined;
  readonly #previous: SnapshotPasses | undefined;
  readonly #options: ContinuationOptions;
  readonly #keyPath: string;
  #key: Buffer | undefined;
  #isSealing = false;

  /** @throws {InputError} where the snapshot before, or the key it needs, cannot be read */
  constructor(out: string, options: ContinuationOptions) {
    this.#options = options;
    this.#keyPath = options.restrictionKey ?? join(dirname(out), 'restriction.key');
    this.#key = existsSync(this.#keyPath) ? readKey(this.#keyPath) : undefined;
    this.#previous = options.previous === undefined ? undefined : new SnapshotPasses(options.previous);
    this.published = this.#previous === undefined ? undefined : publishedIn(this.#previous);
    const sealedWith = this.#previous?.reader.about.restriction_key;
    if (sealedWith === undefined) return;
    this.#isSealing = true;
    if (this.keyName === sealedWith) return;
    throw new InputError(
      `Cannot go on from "${options.previous}": its restricted companies were sealed with a key, and "${this.#keyPath}" ` +
        `${this.#key === undefined ? 'is not there' : 'is another one'}; without it they would be published again`,
    );
  }

  /** Seals the marks of restricted companies; the first time makes the key, where there is none. */
  readonly seal: Seal = (mark) => {
    this.#isSealing = true;
    this.#key ??= randomBytes(KEY_BYTES);
    return sealWith(this.#key)(mark);
  };

  /** Names the key without telling it; undefined where this build needed none. */
  get keyName(): string | undefined {
    if (!this.#isSealing || this.#key === undefined) return undefined;
    return hash('sha256', Buffer.concat([Buffer.from('openfirma restriction key\0'), this.#key])).slice(0, 32);
  }

  /** Keeps a key that was made, before the snapshot that needs it gets its name. */
  async keepKey(): Promise<void> {
    if (this.#isSealing && this.#key !== undefined && !existsSync(this.#keyPath)) {
      await using file = await open(this.#keyPath, 'wx', 0o600);
      await file.writeFile(`${this.#key.toString('hex')}\n`);
      await file.sync();
    }
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
      const isLoss = active >= LOSS_COMPANIES_MIN && active - now > active * LOSS_MAX && !accepted.has(country);
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
