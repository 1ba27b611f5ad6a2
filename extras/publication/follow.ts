import { existsSync, linkSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HttpClient, type Limits } from '../../src/fetching/index.ts';
import { Lock, lacksLinks, makeFolder, readSignature, renameSynced, systemReason } from '../../src/files/index.ts';
import { InputError, backoffMs, quoteValue } from '../../src/model/index.ts';
import { previousPath } from '../../src/snapshot/index.ts';
import { changesFolder } from '../changes/feed/index.ts';
import { isFile, readAccepted, writeAccepted, type Accepted } from './accepted.ts';
import { FollowError, download, refuseExpired, refuseOlder, requestText } from './checks.ts';
import type { PublicKeys } from './keys.ts';
import {
  CURRENT_BYTES_MAX,
  UntrustedError,
  filesIn,
  readPublication,
  verifyPublication,
  type Publication,
  type PublishedFile,
} from './manifest.ts';
import type { FollowerFault } from './metrics.ts';

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
const CURRENT_LIMITS = { idleTimeoutMs: 20_000, attemptsInARow: 2 };

/** Minimum bytes that a server must send in a minute. At less than 17 KB/s the attempt fails, and after six minutes the download. */
const DOWNLOAD_LIMITS = { leastBytes: 1024 ** 2 };

/** A published file, and the path of its copy. */
interface Followable {
  readonly file: PublishedFile;
  readonly path: string;
}

function checkedKey(path: string, found: string, { sha256 }: PublishedFile): string {
  return `${sha256} ${readSignature(found)} ${path}`;
}

/**
 * Follows a publication: requests and checks `current.json`, downloads its snapshot and change files, verifies and renames them.
 * Whatever the server sends, the served file is valid, and its counter only grows.
 */
export class Follower implements AsyncDisposable {
  readonly #options: FollowerOptions;
  readonly #changes: string;
  readonly #statePath: string;
  /** The folder of downloads. */
  readonly #incoming: string;
  #lock: Lock | undefined;
  #accepted: Accepted | undefined;
  /** The `current.json` whose files are in place; undefined until they were checked. */
  #installed: { readonly text: string; readonly tag: string | undefined; readonly expiresAt: string } | undefined;
  #installedAtMs = performance.now();
  /** The files in place that were checked, by path, signature and checksum, so that a renewal does not read them again. */
  #checked: ReadonlySet<string> = new Set();
  /** The `current.json` whose files were refused, and when they may be downloaded again. */
  #refused:
    | { readonly text: string; readonly error: FollowError; readonly untilMs: number; readonly times: number }
    | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    const folder = dirname(options.path);
    this.#changes = changesFolder(options.path);
    this.#statePath = join(folder, 'followed.json');
    this.#incoming = join(folder, 'incoming');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lock?.[Symbol.asyncDispose]();
  }

  /**
   * Polls the server once. Rejects only if a signal aborts.
   * @param isRetrying whether to download a refused file again
   * @param interrupted ends requests and this poll; a finished download is still checked
   */
  async poll(isRetrying = false, interrupted?: AbortSignal): Promise<Followed> {
    const { signal: stopped, address } = this.#options;
    const signal = interrupted === undefined ? stopped : AbortSignal.any([stopped, interrupted]);
    try {
      await this.#prepare();
      this.#removePrevious();
      const followed = await this.#poll(isRetrying, signal);
      if (followed.kind === 'current') refuseExpired(this.#installed?.expiresAt, address);
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
    const folder = dirname(this.#options.path);
    makeFolder(folder);
    const refuse = (reason: string): Error => new InputError(`Cannot follow into ${quoteValue(folder)}: ${reason}`);
    const lock = await Lock.take(join(folder, '.following.lock'), refuse);
    try {
      this.#accepted = await readAccepted(this.#statePath);
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
    const { text, tag } = await this.#requestCurrent(signal);
    if (this.#accepted !== undefined && this.#installed?.text === text)
      return { kind: 'current', counter: this.#accepted.counter };
    const { address, keys } = this.#options;
    const read = readPublication(text, address);
    verifyPublication(read, keys, address);
    const { publication } = read;
    refuseOlder(publication, this.#accepted, address, this.#statePath);
    const refused = this.#refused?.text === text ? this.#refused : undefined;
    if (refused !== undefined && !isRetrying && performance.now() < refused.untilMs) throw refused.error;
    this.#installed = undefined;
    try {
      const followed = await this.#update(publication, signal);
      this.#installed = { text, tag, expiresAt: publication.expires_at };
      this.#refused = undefined;
      return followed;
    } catch (error) {
      // The signature covers the checksum of these bytes, so the server would send the same bytes again.
      if (error instanceof FollowError && error.fault === 'damaged') {
        await rm(this.#incoming, { recursive: true, force: true });
        const times = (refused?.times ?? 0) + 1;
        this.#refused = { text, error, times, untilMs: performance.now() + backoffMs(times, PAUSES) };
      }
      throw error;
    }
  }

  /** Requests `current.json`. Returns the installed one if it is unchanged. */
  async #requestCurrent(signal: AbortSignal): Promise<{ readonly text: string; readonly tag: string | undefined }> {
    const { address: url } = this.#options;
    const tag = this.#installed?.tag;
    const headers = { 'cache-control': 'no-cache', ...(tag !== undefined && { 'if-none-match': tag }) };
    await using client = this.#client(signal, CURRENT_LIMITS);
    const current = await requestText(client, { url, headers }, CURRENT_BYTES_MAX);
    return current.status === 304 && this.#installed !== undefined ? this.#installed : current;
  }

  async #update(publication: Publication, signal: AbortSignal): Promise<Followed> {
    const started = performance.now();
    const {
      counter,
      generation,
      files: [snapshot],
    } = publication;
    const changes = filesIn('changes', publication).map((file) => ({
      file,
      path: join(this.#changes, basename(file.path)),
    }));
    const missing = await this.#fetchMissing(
      [{ file: snapshot, path: this.#options.path }, ...changes],
      generation,
      signal,
    );
    // The counter is stored first: the served data must never be newer than the stored counter.
    await writeAccepted(this.#statePath, { counter, generation, ...snapshot });
    this.#accepted = { counter, generation, ...snapshot };
    // Values are purged before the data that restricts them is served.
    await this.#installChanges(changes, missing);
    const isFetched = missing.some(({ file }) => file === snapshot);
    if (isFetched) this.#installSnapshot(snapshot);
    await rm(this.#incoming, { recursive: true, force: true });
    if (!isFetched) return { kind: 'current', counter };
    return { kind: 'fetched', counter, generation, bytes: snapshot.size, ms: performance.now() - started };
  }

  /** Downloads and checks the files that are missing or damaged, and returns them. An interrupted download is resumed. */
  async #fetchMissing(files: readonly Followable[], generation: string, signal: AbortSignal): Promise<Followable[]> {
    await using client = this.#client(signal, DOWNLOAD_LIMITS);
    // Downloads of earlier publications are not continued.
    const names = files.map(({ file }) => basename(file.path));
    makeFolder(this.#incoming);
    for (const left of await readdir(this.#incoming))
      if (!names.some((name) => left.includes(name))) await rm(join(this.#incoming, left), { force: true });
    const missing: Followable[] = [];
    const checked = new Set<string>();
    for (const { file, path } of files) {
      // A rename changes neither the signature of a file nor its content.
      let found = path;
      if (!this.#checked.has(checkedKey(path, path, file)) && !(await isFile(path, file, signal))) {
        const url = new URL(file.path, this.#options.address).href;
        found = this.#incomingPath(file);
        await download(url, file, found, { client, generation, signal: this.#options.signal });
        missing.push({ file, path });
      }
      checked.add(checkedKey(path, found, file));
    }
    this.#checked = checked;
    return missing;
  }

  #incomingPath({ path }: PublishedFile): string {
    return join(this.#incoming, basename(path));
  }

  /** Renames new change files, and removes all others. */
  async #installChanges(changes: readonly Followable[], missing: readonly Followable[]): Promise<void> {
    makeFolder(this.#changes);
    for (const { file, path } of missing)
      if (dirname(path) === this.#changes) renameSynced(this.#incomingPath(file), path);
    const names = new Set(changes.map(({ path }) => basename(path)));
    for (const name of await readdir(this.#changes))
      if (!names.has(name)) await rm(join(this.#changes, name), { recursive: true, force: true });
  }

  /** Keeps the replaced file for cursors of workers that do not have it open. */
  #installSnapshot(snapshot: PublishedFile): void {
    const { path } = this.#options;
    const previous = previousPath(path);
    rmSync(previous, { force: true });
    try {
      if (existsSync(path)) linkSync(path, previous);
    } catch (error) {
      // On file systems without hard links, such cursors start again.
      if (!lacksLinks(error)) throw error;
    }
    renameSynced(this.#incomingPath(snapshot), path);
    this.#installedAtMs = performance.now();
  }

  /** Removes a file that cursors no longer need: it may have values that are restricted now. */
  #removePrevious(): void {
    if (performance.now() - this.#installedAtMs > this.#options.previousMs)
      rmSync(previousPath(this.#options.path), { force: true });
  }
}
