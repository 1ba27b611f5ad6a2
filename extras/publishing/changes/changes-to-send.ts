import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { chainTo, changesFolder, endFault, signCopy } from '../../changes/feed/index.ts';
import { factsOfFile } from '../../../src/files/index.ts';
import type { SigningKey } from '../../changes/keys.ts';
import { digestOfText } from '../publication.ts';
import type { Store } from '../store.ts';
import { readChangeList, storedPath, writeChangeList, type ChangeList, type PublishedFile } from './change-list.ts';

const NONE: ChangeList = { files: [] };

interface LocalFile extends PublishedFile {
  readonly path: string;
}

export interface SendingChanges {
  readonly snapshot: string;
  readonly generation: string;
  readonly most: number;
  readonly store: Store;
  /** Signs the files without a signature of this key. */
  readonly key: SigningKey;
  /** The SHA-256 of the list of the previous publication; undefined if it had no list. */
  readonly last: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Finds the chain of a generation beside its snapshot, and signs its files. Disposal removes signed copies.
 * @throws {ChangesError} if a file of the chain is damaged
 */
export async function changesToSend(sending: SendingChanges) {
  const { snapshot, generation, most, store, key, last, signal } = sending;
  const before = await listOf(last, store);
  const known = new Set(before.files.map(({ sha256 }) => sha256));
  const isKnown = async (path: string): Promise<boolean> => known.has((await factsOfFile(path, { signal })).sha256);
  const folder = changesFolder(realpathSync(snapshot));
  const chain = most === 0 ? [] : await chainTo(generation, folder, { most, isKnown, signal });
  await using signing = new AsyncDisposableStack();
  const files: LocalFile[] = [];
  for (const file of chain) {
    const isSigned = endFault(file.end, new Map([[key.id, key]])) === undefined;
    const { path } = isSigned ? file : signing.use(await signCopy(file, key, signal));
    files.push({ path, name: basename(file.path), ...(await factsOfFile(path, { signal })) });
  }
  const list = files.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
  const isNew = JSON.stringify(list) !== JSON.stringify(before.files);
  const text = writeChangeList({ files: list, ...(last !== undefined && { before: last }) });
  const digest = list.length === 0 ? undefined : isNew ? digestOfText(text) : last;
  const copies = signing.move();
  return {
    /** The SHA-256 of the list of files; undefined for an empty list. */
    digest,
    /** Sends the files that the store does not have, then the list of all files. */
    async send() {
      if (digest === undefined || !isNew) return;
      await sendFiles(files, known, store, signal);
      await store.putText(storedPath(digest), text);
    },
    /** Removes the files of the last two lists that are not in the new list: purged files, and leftovers of a killed publisher. */
    async removeOthers() {
      if (last !== digest) await removeFormer(before, new Set(files.map(({ sha256 }) => sha256)), store);
      // Without a new list, nothing refers to the previous list any more.
      if (digest === undefined && last !== undefined) await store.remove(storedPath(last));
    },
    [Symbol.asyncDispose]: async () => await copies.disposeAsync(),
  };
}

async function sendFiles(files: readonly LocalFile[], known: ReadonlySet<string>, store: Store, signal: AbortSignal) {
  for (const { path, size, sha256 } of files) {
    signal.throwIfAborted();
    const at = storedPath(sha256);
    const stored = await store.sizeOf(at);
    if (stored === size && known.has(sha256)) continue;
    await store.put(at, path, { size, sha256 }, stored !== undefined);
  }
}

async function removeFormer({ files, before }: ChangeList, kept: ReadonlySet<string>, store: Store): Promise<void> {
  const earlier = await listOf(before, store);
  const former = new Set([...files, ...earlier.files].map(({ sha256 }) => sha256));
  for (const one of former.difference(kept)) await store.remove(storedPath(one));
  if (before !== undefined) await store.remove(storedPath(before));
}

async function listOf(sha256: string | undefined, store: Store): Promise<ChangeList> {
  const path = sha256 === undefined ? undefined : storedPath(sha256);
  const text = path === undefined ? undefined : await store.text(path);
  return text === undefined ? NONE : readChangeList(text, `${store.name}/${path}`);
}
