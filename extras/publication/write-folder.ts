import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { copyFile, open, readFile, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import {
  Lock,
  asidePath,
  diskReason,
  factsOfFile,
  makeFolder,
  prepareWhole,
  readSignature,
  removeAbandonedAside,
  renameSynced,
  syncPath,
  type PreparedFile,
} from '../../src/files/index.ts';
import { InputError, quoteValue } from '../../src/model/index.ts';
import { verifySnapshot } from '../../src/snapshot/index.ts';
import { CHANGES_SUFFIX, chainTo, changesFolder, listChangeFiles, readChanges } from '../changes/feed/index.ts';
import { EXPORT_NAME, LATEST } from '../exports/folder.ts';
import { MATCH_INDEX } from '../matching/index/name-index.ts';
import { isFile, orAbsent } from './accepted.ts';
import type { SigningKey } from './keys.ts';
import {
  CURRENT_FILE,
  FILES_MAX,
  FOLDERS,
  filesIn,
  pathOf,
  readPublication,
  signPublication,
  verifyPublication,
  type Publication,
  type PublishedFile,
} from './manifest.ts';

export interface PublishOptions {
  readonly snapshot: string;
  /** The folder; created if it does not exist. */
  readonly to: string;
  readonly key: SigningKey;
  /** Number of snapshots in the folder, including the current one; by default 2, because servers may still download the one before. */
  readonly keep?: number | undefined;
  /** Maximum number of change files, of which the newest are published; the default is a month of daily builds. */
  readonly changes?: number | undefined;
  /** Folders of exports of this snapshot. */
  readonly exports?: readonly string[] | undefined;
  /** The counter, for a folder that has lost its `current.json`; must be greater than the previous counter. */
  readonly counter?: number | undefined;
  readonly validDays?: number | undefined;
  /** Aborts between two steps, with the reason of the signal. */
  readonly signal: AbortSignal;
  readonly onVerified?: (done: number, total: number | undefined, note: string) => void;
  readonly yieldIfDue?: () => Promise<void> | undefined;
}

export interface Published {
  readonly publication: Publication;
  /** Whether the folder had all files already, so that only `current.json` was renewed. */
  readonly unchanged: boolean;
  /** The paths of the files that were written, and of the files and exports that were removed. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/** A file to publish. */
interface Source extends PublishedFile {
  readonly from: string;
}

/** Days after which a publication expires: a nightly publisher may fail for a week before followers report it. */
const VALID_DAYS_DEFAULT = 7;
const DAY_MS = 86_400_000;
const KEEP_DEFAULT = 2;
/** Number of change files: a month of daily builds. Older copies need a whole snapshot. */
const CHANGES_DEFAULT = 31;

/** The name of a published snapshot, change file or export. Files of other programs in the same folders stay. */
const OWN_NAME = /^[0-9a-z]{26}[0-9a-z.-]*-[0-9a-f]{8}(?:\.ndjson\.gz)?$/;

export class PublishError extends InputError {
  constructor(folder: string, reason: string, cause?: unknown) {
    super(`Cannot publish to ${quoteValue(folder)}: ${reason}`, { cause });
  }
}

/**
 * Verifies a snapshot, and writes it with its change files and exports into a folder, then a signed `current.json`; then removes files of
 * earlier publications. Whenever it is interrupted or fails, the files that `current.json` names are complete.
 * @throws {InputError} if the snapshot is invalid, the disk is full, or another publisher of this machine is active
 */
export async function publish(options: PublishOptions): Promise<Published> {
  const { to } = options;
  const snapshot = await verified(options);
  try {
    makeFolder(to);
    await using _ = await Lock.take(join(to, '.publishing.lock'), (reason) => new PublishError(to, reason));
    return await publishLocked(options, snapshot);
  } catch (error) {
    const reason = diskReason(error);
    throw reason === undefined ? error : new PublishError(to, `${reason}; the publication before stays`, error);
  }
}

async function publishLocked(options: PublishOptions, snapshot: Source & { generation: string }): Promise<Published> {
  const { to, key, keep = KEEP_DEFAULT } = options;
  const last = await readLast(to, key);
  const counter = options.counter ?? (last?.counter ?? 0) + 1;
  if (counter <= (last?.counter ?? 0) || !Number.isSafeInteger(counter))
    throw new PublishError(to, `the counter ${counter} must be greater than ${last?.counter ?? 0}, the one before`);
  const { generation } = snapshot;
  const earlier = last === undefined ? [] : filesIn('snapshots', last).filter(({ path }) => path !== snapshot.path);
  const kept = earlier.filter(({ path }) => existsSync(join(to, path))).slice(0, keep - 1);
  const changes = await changesOf(options, generation, new Set(last?.files.map(({ path }) => path)));
  const exports = await exportsOf(options, generation);
  const others = [...kept, ...changes, ...exports].map(published);
  const files = [published(snapshot), ...others] as const;
  if (files.length > FILES_MAX) throw new PublishError(to, `there are ${files.length} files, at most ${FILES_MAX}`);
  const expires = Date.now() + (options.validDays ?? VALID_DAYS_DEFAULT) * DAY_MS;
  const publication = { counter, generation, expires_at: new Date(expires).toISOString(), key: key.id, files };
  const written = await write([snapshot, ...changes, ...exports], publication, options);
  const unchanged = last?.key === key.id && JSON.stringify(last.files) === JSON.stringify(files);
  return { publication, unchanged, written, removed: await removeOthers(to, publication) };
}

function published({ path, size, sha256 }: PublishedFile): PublishedFile {
  return { path, size, sha256 };
}

/** Writes missing files, then `current.json`. Returns the paths of the written files; they are removed again if a later one fails. */
async function write(sources: readonly Source[], publication: Publication, { to, key, signal }: PublishOptions) {
  const written: string[] = [];
  let current: PreparedFile;
  await removeAbandonedAside(join(to, 'publishing'));
  try {
    for (const source of sources) {
      signal.throwIfAborted();
      if (await isFile(join(to, source.path), source, signal)) continue;
      await copy(source, to);
      written.push(source.path);
    }
    current = await prepareWhole(join(to, CURRENT_FILE), signPublication(publication, key));
  } catch (error) {
    for (const path of written) await rm(join(to, path), { force: true });
    throw error;
  }
  try {
    current.take();
  } finally {
    await current.discard();
  }
  return written;
}

async function copy(source: Source, to: string): Promise<void> {
  const path = join(to, source.path);
  const aside = asidePath(join(to, 'publishing'));
  const made = makeFolder(dirname(path));
  if (made !== undefined) syncPath(dirname(made));
  try {
    await copyFile(source.from, aside);
    await using file = await open(aside, 'r+');
    await file.chmod(0o644);
    await file.sync();
    if (!(await isFile(aside, source)))
      throw new InputError(`Cannot publish ${quoteValue(source.from)}: it changed while it was copied; publish again`);
    renameSynced(aside, path);
  } finally {
    await rm(aside, { force: true });
  }
}

/** Removes what has the name of a published file and is not in the publication, also leftovers of a killed publisher. */
async function removeOthers(to: string, { files }: Publication): Promise<readonly string[]> {
  const kept = new Set(files.map(({ path }) => path.split('/', 2).join('/')));
  const others = FOLDERS.filter((folder) => existsSync(join(to, folder))).flatMap((folder) =>
    readdirSync(join(to, folder)).flatMap((name) => (OWN_NAME.test(name) ? `${folder}/${name}` : [])),
  );
  const removed = others.filter((path) => !kept.has(path));
  for (const path of removed) await rm(join(to, path), { recursive: true, force: true });
  return removed;
}

async function verified({ snapshot, signal, onVerified, yieldIfDue }: PublishOptions) {
  const signature = readSignature(snapshot);
  const { generation } = await verifySnapshot(snapshot, {
    ...(onVerified && { onVerified }),
    ...(yieldIfDue && { yieldIfDue }),
    nameIndex: MATCH_INDEX,
  });
  const facts = await factsOfFile(snapshot, { signal });
  if (readSignature(snapshot) !== signature)
    throw new InputError(`Cannot publish ${quoteValue(snapshot)}: it was replaced while it was read; try again`);
  return { ...facts, generation, from: snapshot, path: pathOf('snapshots', generation, facts) };
}

/**
 * Returns the newest change files of a generation, in the order of their chain.
 * @param known the paths that were published before, and so read before
 */
async function changesOf(
  { snapshot, changes: most = CHANGES_DEFAULT, signal }: PublishOptions,
  generation: string,
  known: ReadonlySet<string>,
): Promise<Source[]> {
  const chain = chainTo(generation, await listChangeFiles(changesFolder(realpathSync(snapshot))));
  const sources: Source[] = [];
  for (const { path: from } of chain.slice(Math.max(0, chain.length - most))) {
    const facts = await factsOfFile(from, { signal });
    const path = pathOf('changes', basename(from, CHANGES_SUFFIX), facts, CHANGES_SUFFIX);
    if (!known.has(path)) await readChanges(from, { signal });
    sources.push({ ...facts, path, from });
  }
  return sources;
}

async function exportsOf({ exports = [], signal }: PublishOptions, generation: string): Promise<Source[]> {
  const sources: Source[] = [];
  for (const folder of exports) {
    const name = existsSync(join(folder, LATEST)) ? basename(readlinkSync(join(folder, LATEST))) : '';
    if (!EXPORT_NAME.test(name) || !name.startsWith(generation))
      throw new InputError(
        `Cannot publish the exports ${quoteValue(folder)}: they are not of the generation "${generation}"; export it first`,
      );
    for (const entry of await readdir(join(folder, name), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const from = join(entry.parentPath, entry.name);
      const path = ['exports', ...relative(folder, from).split(sep)].join('/');
      sources.push({ ...(await factsOfFile(from, { signal })), path, from });
    }
  }
  return sources.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the previous publication. The signature of an earlier key is not checked, because followers have checked it. */
async function readLast(to: string, key: SigningKey): Promise<Publication | undefined> {
  const where = join(to, CURRENT_FILE);
  const text = await orAbsent(readFile(where, 'utf8'));
  if (text === undefined) return undefined;
  const read = readPublication(text, where);
  if (read.publication.key === key.id) verifyPublication(read, new Map([[key.id, key]]), where);
  return read.publication;
}
