import { existsSync, linkSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HttpClient, type Limits } from '../../src/fetching/index.ts';
import { Lock, factsOfFile, lacksLinks, makeFolder, renameSynced, systemReason } from '../../src/files/index.ts';
import { InputError, backoffMs, quoteValue } from '../../src/model/index.ts';
import { previousPath } from '../../src/snapshot/index.ts';
import { FollowError, checkDownload, download, refuseExpired, refuseOlder, requestText } from './checks.ts';
import { FollowedChanges, type FetchedChanges } from './changes/followed-changes.ts';
import { readAccepted, writeAccepted, type Accepted } from './followed-state.ts';
import type { FollowerFault } from './metrics.ts';
import type { PublicKeys } from '../changes/keys.ts';
import {
  CURRENT_BYTES_MAX,
  UntrustedError,
  readPublication,
  snapshotPath,
  verifyPublication,
  type Publication,
} from './publication.ts';

export interface FollowerOptions {
  readonly address: string;
  readonly keys: PublicKeys;
  /** The served file. All other files of the follower are beside it; only one process may follow into this folder. */
  readonly path: string;
  /** Milliseconds for which the previous snapshot is kept for its cursors. */
  readonly previousMs: number;
  readonly signal: AbortSignal;
  readonly limits?: Partial<Limits>;
  /** Called with the reason for each repeated attempt. */
  readonly say?: (line: string) => void;
}

export type Followed =
  | { readonly kind: 'current'; readonly counter: number }
  | {
      readonly kind: 'fetched';
      readonly counter: number;
      readonly generation: string;
      readonly bytes: number;
      readonly ms: number;
    }
  /** Newer data cannot be used; the served file stays. `counter` is the last accepted counter, or 0. */
  | { readonly kind: 'refused'; readonly fault: FollowerFault; readonly reason: string; readonly counter: number };

/** The pauses before a refused file is downloaded again. */
const PAUSES = { firstMs: 60_000, maxMs: 3_600_000 };

/** Limits of a request for `current.json`. */
const CURRENT_LIMITS = { silenceMs: 20_000, attemptsInARow: 2 };

/** Minimum bytes that a store must send in a minute. At less than 17 KB/s the attempt fails, and after six minutes the download. */
const DOWNLOAD_LIMITS = { leastBytes: 1024 ** 2 };

/**
 * Follows a store: requests and checks `current.json`, downloads and verifies its snapshot, and renames the file. Whatever the store
 * sends, the served file is valid, and its counter only grows.
 */
export class Follower implements AsyncDisposable {
  readonly #options: FollowerOptions;
  readonly #changes: FollowedChanges;
  readonly #folder: string;
  readonly #statePath: string;
  /** The folder of downloads; only one download runs at a time. */
  readonly #incoming: string;
  #lock: Lock | undefined;
  #accepted: Accepted | undefined;
  /** Whether the accepted file is installed. */
  #isInstalled = false;
  #installedAtMs = performance.now();
  #tag: string | undefined;
  #expiresAt: string | undefined;
  /** The `current.json` whose files were refused, and when they may be downloaded again. */
  #refused:
    | { readonly text: string; readonly error: FollowError; readonly untilMs: number; readonly times: number }
    | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    const { address, keys, path, signal } = options;
    this.#folder = dirname(path);
    this.#statePath = join(this.#folder, 'followed.json');
    this.#incoming = join(this.#folder, 'incoming');
    this.#changes = new FollowedChanges({ address, keys, path, incoming: this.#incoming, signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lock?.[Symbol.asyncDispose]();
  }

  /**
   * Polls the store once. Rejects only if a signal aborts.
   * @param isRetrying whether to download a refused file again
   * @param interrupted ends requests and this poll; a finished download is still checked
   */
  async poll(isRetrying = false, interrupted?: AbortSignal): Promise<Followed> {
    const { signal: stopped } = this.#options;
    const signal = interrupted === undefined ? stopped : AbortSignal.any([stopped, interrupted]);
    try {
      await this.#prepare();
      this.#removePrevious();
      const followed = await this.#poll(isRetrying, signal);
      if (followed.kind === 'current') refuseExpired(this.#expiresAt, this.#options.address);
      return followed;
    } catch (error) {
      signal.throwIfAborted();
      const fault =
        error instanceof FollowError ? error.fault : error instanceof UntrustedError ? 'untrusted' : 'failed';
      const reason = error instanceof InputError ? error.message : (systemReason(error) ?? String(error));
      return { kind: 'refused', fault, reason, counter: this.#accepted?.counter ?? 0 };
    }
  }

  /** Locks the folder once, and reads its state. */
  async #prepare(): Promise<void> {
    if (this.#lock !== undefined) return;
    const { path, signal } = this.#options;
    const folder = this.#folder;
    makeFolder(folder);
    const refuse = (reason: string): Error => new InputError(`Cannot follow into ${quoteValue(folder)}: ${reason}`);
    const lock = await Lock.take(join(folder, '.following.lock'), refuse);
    try {
      // A complete download is removed, because it was not checked. An incomplete download is resumed.
      await rm(join(this.#incoming, 'snapshot'), { force: true });
      this.#accepted = await readAccepted(this.#statePath);
      if (this.#accepted !== undefined && existsSync(path)) {
        const { size, sha256 } = await factsOfFile(path, { signal });
        this.#isInstalled = size === this.#accepted.size && sha256 === this.#accepted.sha256;
      }
    } catch (error) {
      await lock[Symbol.asyncDispose]();
      throw error;
    }
    this.#lock = lock;
  }

  #client(signal: AbortSignal, limits: Partial<Limits>): HttpClient {
    const { address, limits: given, say } = this.#options;
    const client = new HttpClient({ signal, trustsNames: true, limits: { ...limits, ...given }, ...(say && { say }) });
    client.trust(address);
    return client;
  }

  async #poll(isRetrying: boolean, signal: AbortSignal): Promise<Followed> {
    const current = await this.#requestCurrent(signal);
    const accepted = this.#accepted;
    if (current === undefined && accepted !== undefined) return { kind: 'current', counter: accepted.counter };
    const { text = '', tag } = current ?? {};
    const { address, keys } = this.#options;
    const read = readPublication(text, address);
    verifyPublication(read, keys, address);
    const { publication } = read;
    refuseOlder(publication, accepted, address, this.#statePath);
    const refused = this.#refused?.text === text ? this.#refused : undefined;
    if (refused !== undefined && !isRetrying && performance.now() < refused.untilMs) throw refused.error;
    try {
      await using client = this.#client(signal, DOWNLOAD_LIMITS);
      const fetched = await this.#update(publication, accepted, client);
      this.#tag = tag;
      this.#expiresAt = publication.expires_at;
      this.#refused = undefined;
      return fetched;
    } catch (error) {
      // The signature covers the checksum of these bytes, so the store would send the same bytes again.
      if (error instanceof FollowError && (error.fault === 'damaged' || error.fault === 'untrusted')) {
        const times = (refused?.times ?? 0) + 1;
        this.#refused = { text, error, times, untilMs: performance.now() + backoffMs(times, PAUSES) };
      }
      throw error;
    }
  }

  /** Requests the `current.json` of the store; undefined if it is unchanged. */
  async #requestCurrent(signal: AbortSignal) {
    const { address: url } = this.#options;
    const tag = this.#isInstalled ? this.#tag : undefined;
    const headers = { 'cache-control': 'no-cache', ...(tag === undefined ? {} : { 'if-none-match': tag }) };
    await using client = this.#client(signal, CURRENT_LIMITS);
    const current = await requestText(client, { url, headers }, CURRENT_BYTES_MAX);
    return current.status === 304 && tag !== undefined ? undefined : current;
  }

  async #update(publication: Publication, accepted: Accepted | undefined, client: HttpClient): Promise<Followed> {
    const { counter } = publication;
    const isServed = this.#isInstalled && accepted?.sha256 === publication.sha256;
    const isInPlace = isServed && this.#changes.has(publication);
    const changes = isInPlace ? undefined : await this.#changes.fetch(publication, client);
    if (!isServed) return await this.#fetch(publication, changes, client);
    if (accepted.counter !== counter) await this.#accept(publication);
    await changes?.install();
    await changes?.removeOthers();
    if (changes !== undefined) await rm(this.#incoming, { recursive: true, force: true });
    return { kind: 'current', counter };
  }

  async #fetch(publication: Publication, changes: FetchedChanges | undefined, client: HttpClient): Promise<Followed> {
    const started = performance.now();
    const { counter, generation, size } = publication;
    const url = new URL(snapshotPath(generation), this.#options.address).href;
    const path = await download(url, 'snapshot', size, this.#incoming, client);
    try {
      await checkDownload(path, url, publication, this.#options.signal);
      await this.#install(path, publication, changes);
    } finally {
      await rm(this.#incoming, { recursive: true, force: true });
    }
    return { kind: 'fetched', counter, generation, bytes: size, ms: performance.now() - started };
  }

  /** Stores the counter first: the served data must never be newer than the stored counter. */
  async #install(path: string, publication: Publication, changes: FetchedChanges | undefined): Promise<void> {
    this.#isInstalled = false;
    await this.#accept(publication);
    // Values are purged before the data that restricts them is served.
    await changes?.install();
    this.#keepPrevious();
    renameSynced(path, this.#options.path);
    this.#isInstalled = true;
    this.#installedAtMs = performance.now();
    await changes?.removeOthers();
  }

  async #accept(publication: Publication): Promise<void> {
    await writeAccepted(this.#statePath, publication);
    this.#accepted = publication;
  }

  /** Keeps the replaced file for cursors of workers that do not have it open. */
  #keepPrevious(): void {
    const previous = previousPath(this.#options.path);
    rmSync(previous, { force: true });
    if (!existsSync(this.#options.path)) return;
    try {
      linkSync(this.#options.path, previous);
    } catch (error) {
      // On file systems without hard links, such cursors start again.
      if (!lacksLinks(error)) throw error;
    }
  }

  /** Removes a file that cursors no longer need: it may have values that are restricted now. */
  #removePrevious(): void {
    if (performance.now() - this.#installedAtMs > this.#options.previousMs)
      rmSync(previousPath(this.#options.path), { force: true });
  }
}
