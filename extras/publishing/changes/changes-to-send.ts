import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import {
  chainTo,
  changesFolder,
  isSignedBy,
  signCopy,
  type ReadChanges,
  type SignedCopy,
} from '../../changes/feed/index.ts';
import { factsOfFile } from '../../../src/files/index.ts';
import type { SigningKey } from '../../changes/keys.ts';
import { digestOfText } from '../publication.ts';
import type { Store } from '../store.ts';
import { readChangeList, storedPath, writeChangeList, type ChangeList, type PublishedFile } from './change-list.ts';

const NONE: ChangeList = { files: [] };

/** A change file on this machine. */
interface LocalFile extends PublishedFile {
  readonly path: string;
}

/** Options of {@linkcode ChangesToSend.of}. */
export interface SendingChanges {
  readonly snapshot: string;
  readonly generation: string;
  /** Maximum number of change files: the newest. */
  readonly most: number;
  readonly store: Store;
  /** Signs the files without a signature of this key. */
  readonly key: SigningKey;
  /** The list of the publication before; undefined if it had none. */
  readonly last: string | undefined;
  readonly signal: AbortSignal;
}

/** The change files of a publication. Signed copies are removed on disposal. */
export class ChangesToSend implements AsyncDisposable {
  /** The SHA-256 of their list; undefined if there are none. */
  readonly digest: string | undefined;
  readonly #sending: SendingChanges;
  readonly #files: readonly LocalFile[];
  readonly #copies: readonly SignedCopy[];
  readonly #before: ChangeList;
  /** The new list; undefined if it is unchanged or empty. */
  readonly #text: string | undefined;

  private constructor(
    sending: SendingChanges,
    files: readonly LocalFile[],
    copies: readonly SignedCopy[],
    before: ChangeList,
  ) {
    this.#sending = sending;
    this.#files = files;
    this.#copies = copies;
    this.#before = before;
    const list = files.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
    if (list.length > 0 && JSON.stringify(list) === JSON.stringify(before.files)) this.digest = sending.last;
    else if (list.length > 0) {
      const { last } = sending;
      this.#text = writeChangeList({ files: list, ...(last !== undefined && { before: last }) });
      this.digest = digestOfText(this.#text);
    }
  }

  /**
   * Finds the chain of a generation beside its snapshot.
   * @throws {ChangesError} where one of its files is damaged
   */
  static async of(sending: SendingChanges): Promise<ChangesToSend> {
    const { snapshot, generation, most, store, last, signal } = sending;
    const before = (await listOf(last, store)) ?? NONE;
    const sent = new Set(before.files.map(({ sha256 }) => sha256));
    const isKnown = async (path: string): Promise<boolean> => sent.has((await factsOfFile(path, { signal })).sha256);
    const folder = changesFolder(realpathSync(snapshot));
    const chain = most === 0 ? [] : await chainTo(generation, folder, { most, isKnown, signal });
    const files: LocalFile[] = [];
    const copies: SignedCopy[] = [];
    try {
      for (const file of chain) {
        const path = await signed(file, sending, copies);
        files.push({ path, name: basename(file.path), ...(await factsOfFile(path, { signal })) });
      }
      return new ChangesToSend(sending, files, copies, before);
    } catch (error) {
      await discard(copies);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await discard(this.#copies);
  }

  /** Sends the files that the store lacks, then their list. Files are named by their content. */
  async send(): Promise<void> {
    const { store, signal } = this.#sending;
    if (this.#text === undefined || this.digest === undefined) return;
    const known = new Set(this.#before.files.map(({ sha256 }) => sha256));
    for (const { path, size, sha256 } of this.#files) {
      signal.throwIfAborted();
      const at = storedPath(sha256);
      const stored = await store.sizeOf(at);
      if (stored === size && known.has(sha256)) continue;
      await store.put(at, path, { size, sha256 }, stored !== undefined);
    }
    await store.putText(storedPath(this.digest), this.#text);
  }

  /**
   * Removes the files of the last two lists that the new one lacks: purged files, and leftovers of a killed publisher.
   */
  async removeOthers(): Promise<void> {
    const { store, last } = this.#sending;
    if (last === this.digest) return;
    const kept = new Set(this.#files.map(({ sha256 }) => sha256));
    const { files, before } = this.#before;
    const earlier = (await listOf(before, store)) ?? NONE;
    const former = new Set([...files, ...earlier.files].map(({ sha256 }) => sha256));
    for (const one of former) if (!kept.has(one)) await store.remove(storedPath(one));
    if (before !== undefined) await store.remove(storedPath(before));
    // No publication names the last list.
    if (this.digest === undefined && last !== undefined) await store.remove(storedPath(last));
  }
}

/** The path of a file or a copy with a signature of the key. */
async function signed(file: ReadChanges, { key, signal }: SendingChanges, copies: SignedCopy[]): Promise<string> {
  if (isSignedBy(file.end, key.id, key.key)) return file.path;
  const copy = await signCopy(file, key, signal);
  copies.push(copy);
  return copy.path;
}

async function discard(copies: readonly SignedCopy[]): Promise<void> {
  for (const copy of copies) await copy[Symbol.asyncDispose]();
}

async function listOf(sha256: string | undefined, store: Store): Promise<ChangeList | undefined> {
  if (sha256 === undefined) return undefined;
  const path = storedPath(sha256);
  const text = await store.text(path);
  return text === undefined ? undefined : readChangeList(text, `${store.name}/${path}`);
}
