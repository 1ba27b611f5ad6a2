import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ChangesError,
  ChangesSignatureError,
  chainFault,
  changesFolder,
  readChanges,
  type ReadChanges,
} from '../../changes/feed/index.ts';
import type { PublicKeys } from '../../changes/keys.ts';
import type { HttpClient } from '../../../src/fetching/index.ts';
import { factsOfFile, makeFolder, renameSynced } from '../../../src/files/index.ts';
import { FollowError, download, requestText } from '../checks.ts';
import { orAbsent } from '../followed-state.ts';
import { digestOfText, type Publication } from '../publication.ts';
import { LIST_BYTES_MAX, readChangeList, storedPath, type PublishedFile } from './change-list.ts';

export interface FollowedChangesOptions {
  readonly address: string;
  /** Each file must be signed by one of these keys. */
  readonly keys: PublicKeys;
  /** The served snapshot. Its change files are beside it. */
  readonly path: string;
  readonly incoming: string;
  readonly signal: AbortSignal;
}

export interface FetchedChanges {
  /** Renames new files, which replace existing files. */
  install(): Promise<void>;
  removeOthers(): Promise<void>;
}

/** Updates the change files beside a followed snapshot. */
export class FollowedChanges {
  readonly #options: FollowedChangesOptions;
  readonly #folder: string;
  /** The installed list; undefined until it is known. */
  #inPlace: { readonly list: string | undefined } | undefined;

  constructor(options: FollowedChangesOptions) {
    this.#options = options;
    this.#folder = changesFolder(options.path);
  }

  has({ changes }: Publication): boolean {
    return this.#inPlace !== undefined && this.#inPlace.list === changes;
  }

  /**
   * Downloads the missing change files of a publication, and checks the chain and all signatures. Files are not installed yet.
   * @throws {FollowError} if a file cannot be downloaded, or has no valid signature
   */
  async fetch({ changes, generation }: Publication, client: HttpClient): Promise<FetchedChanges> {
    const files = changes === undefined ? [] : await this.#list(changes, client);
    const missing: PublishedFile[] = [];
    const chain: ReadChanges[] = [];
    for (const file of files) {
      const present = join(this.#folder, file.name);
      const isThere = await isFile(present, file, this.#options.signal);
      if (!isThere) await this.#download(file, client);
      if (!isThere) missing.push(file);
      // Existing files were read to the end when they were downloaded, and their SHA-256 is signed.
      chain.push(await this.#read(isThere ? present : this.#incomingPath(file), file, isThere));
    }
    const fault = changes === undefined ? undefined : chainFault(chain, generation);
    if (changes !== undefined && fault !== undefined) throw FollowError.of('damaged', this.#addressOf(changes), fault);
    return {
      install: async () => {
        if (files.length > 0) makeFolder(this.#folder);
        for (const file of missing) renameSynced(this.#incomingPath(file), join(this.#folder, file.name));
      },
      removeOthers: async () => {
        await keepOnly(this.#folder, new Set(files.map(({ name }) => name)));
        this.#inPlace = { list: changes };
      },
    };
  }

  #addressOf(sha256: string): string {
    return new URL(storedPath(sha256), this.#options.address).href;
  }

  #incomingPath({ sha256 }: PublishedFile): string {
    return join(this.#options.incoming, sha256);
  }

  async #list(sha256: string, client: HttpClient): Promise<readonly PublishedFile[]> {
    const url = this.#addressOf(sha256);
    const { text } = await requestText(client, { url }, LIST_BYTES_MAX);
    if (digestOfText(text) !== sha256)
      throw FollowError.of('damaged', url, `its SHA-256 is ${digestOfText(text)}, and current.json says ${sha256}`);
    return readChangeList(text, url).files;
  }

  async #download(file: PublishedFile, client: HttpClient): Promise<void> {
    const { incoming, signal } = this.#options;
    const { size, sha256 } = file;
    const url = this.#addressOf(sha256);
    const path = await download(url, sha256, size, incoming, client);
    const found = await factsOfFile(path, { signal });
    if (found.sha256 === sha256) return;
    await rm(path, { force: true });
    throw FollowError.of('damaged', url, `its SHA-256 is ${found.sha256}, and its list says ${sha256}`);
  }

  async #read(path: string, { sha256 }: PublishedFile, visibleOnly: boolean): Promise<ReadChanges> {
    const { keys, signal } = this.#options;
    try {
      return await readChanges(path, { keys, signal, visibleOnly });
    } catch (error) {
      if (!(error instanceof ChangesError)) throw error;
      const fault = error instanceof ChangesSignatureError ? 'untrusted' : 'damaged';
      throw FollowError.of(fault, this.#addressOf(sha256), error.message);
    }
  }
}

async function isFile(path: string, { size, sha256 }: PublishedFile, signal: AbortSignal): Promise<boolean> {
  const found = await orAbsent(factsOfFile(path, { signal }));
  return found?.size === size && found.sha256 === sha256;
}

async function keepOnly(folder: string, names: ReadonlySet<string>): Promise<void> {
  if (names.size === 0) {
    await rm(folder, { recursive: true, force: true });
    return;
  }
  for (const name of await readdir(folder))
    if (!names.has(name)) await rm(join(folder, name), { recursive: true, force: true });
}
