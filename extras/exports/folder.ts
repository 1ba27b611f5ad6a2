import { hash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  OWN_PROCESS,
  diskReason,
  errorCode,
  exclusiveFolder,
  factsOfFile,
  makeFolder,
  removeEmptyFolder,
  removeLeftovers,
  syncPath,
  systemReason,
  type YieldIfDue,
} from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';

export const LATEST = 'latest';

/** The files that identify the kind of an export: tables and lines, or a search without a server. */
export const DESCRIPTION_FILE = 'datapackage.json';
export const SEARCH_FILE = 'search.json';
type KindFile = typeof DESCRIPTION_FILE | typeof SEARCH_FILE;

const CHECKSUMS_FILE = 'SHA256SUMS';

/** The name of an export: the generation, and the beginning of the SHA-256 of its checksum file. */
export const EXPORT_NAME = /^[0-9a-z]{26}-[0-9a-f]{8}$/;

const WORK_PREFIX = '.exporting-';
const LINK_PREFIX = `.${LATEST}-`;

export interface ExportJob {
  readonly snapshot: string;
  /** The folder with exports; created if it does not exist. */
  readonly into: string;
  readonly signal?: AbortSignal;
  readonly yieldIfDue: YieldIfDue;
  /** Called with the number of steps done and their total, if it is known. */
  readonly onProgress?: (done: number, total: number | undefined, note: string) => void;
}

/** The facts of a file below the folder of an export. */
export interface CheckedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface PublishedExport {
  readonly path: string;
  /** Whether the same export existed already. */
  readonly isUnchanged: boolean;
}

/**
 * Writes an export into a folder with exports, and links `latest` to it. Earlier exports are removed, because they may have companies
 * that were restricted since.
 * @param write writes the files; `temporary` is for files that are not exported
 * @throws {InputError} if the disk cannot be written, another process exports into the folder, or `latest` is not an export of this kind;
 * then nothing is changed
 */
export async function exportInto<Outcome extends { readonly generation: string }>(
  { snapshot, into, signal }: ExportJob,
  kind: KindFile,
  write: (folder: string, temporary: string) => Promise<{ outcome: Outcome; files: readonly CheckedFile[] }>,
): Promise<Outcome & PublishedExport> {
  const refuse = (reason: string): InputError => new InputError(`Cannot export into "${into}": ${reason}`);
  const isNew = createInto(into, refuse);
  let temporary: string | undefined;
  try {
    await removeLeftovers(into, LINK_PREFIX, '');
    checkLatest(into, kind, refuse);
    temporary = await exclusiveFolder(into, WORK_PREFIX, refuse);
    const work = join(temporary, 'export');
    mkdirSync(work);
    const { outcome, files } = await write(work, temporary);
    const sums = writeChecksums(work, files);
    signal?.throwIfAborted();
    return { ...outcome, ...(await publish(work, into, outcome.generation, sums)) };
  } catch (error) {
    const reason = diskReason(error);
    if (reason === undefined) throw error;
    throw new InputError(`Cannot export "${snapshot}" into "${into}": ${reason}; nothing was changed`, {
      cause: error,
    });
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
    if (isNew) await removeEmptyFolder(into);
  }
}

/** Returns files below a folder, each with its size and checksum. */
export async function checked<File extends { readonly path: string }>(
  folder: string,
  files: readonly File[],
  signal: AbortSignal | undefined,
): Promise<(File & CheckedFile)[]> {
  const found: (File & CheckedFile)[] = [];
  for (const file of files) {
    const { size: bytes, sha256 } = await factsOfFile(join(folder, file.path), { signal });
    found.push({ ...file, bytes, sha256 });
  }
  return found;
}

/** Creates the folder of exports; returns whether it is new. */
function createInto(into: string, refuse: (reason: string) => InputError): boolean {
  try {
    return makeFolder(into) !== undefined;
  } catch (error) {
    const reason = errorCode(error) === 'EEXIST' ? 'it is a file, not a folder' : systemReason(error);
    throw reason === undefined ? error : refuse(reason);
  }
}

function checkLatest(into: string, kind: KindFile, refuse: (reason: string) => InputError): void {
  const latest = join(into, LATEST);
  if (lstatSync(latest, { throwIfNoEntry: false })?.isSymbolicLink() === false)
    throw refuse(`"${latest}" is not a link to an export`);
  if (existsSync(join(latest, kind === SEARCH_FILE ? DESCRIPTION_FILE : SEARCH_FILE)))
    throw refuse('its export has other formats, and would be removed; "static" takes a folder of its own');
}

/** Writes the checksums of an export, and syncs all of its files. */
function writeChecksums(folder: string, files: readonly CheckedFile[]): string {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const text = sorted.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
  writeFileSync(join(folder, CHECKSUMS_FILE), text);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) syncPath(join(folder, path));
  syncPath(folder);
  return text;
}

/** Renames a written export, links `latest` to it and removes earlier exports. */
async function publish(work: string, into: string, generation: string, sums: string): Promise<PublishedExport> {
  const name = `${generation}-${hash('sha256', sums).slice(0, 8)}`;
  const path = join(into, name);
  const isUnchanged = await holds(path, sums);
  if (!isUnchanged) {
    // Another program has changed the existing export.
    if (existsSync(path)) renameSync(path, join(dirname(work), 'damaged'));
    renameSync(work, path);
  }
  const link = join(into, LINK_PREFIX + OWN_PROCESS);
  symlinkSync(name, link, 'dir');
  renameSync(link, join(into, LATEST));
  syncPath(into);
  for (const earlier of readdirSync(into))
    if (EXPORT_NAME.test(earlier) && earlier !== name) await rm(join(into, earlier), { recursive: true, force: true });
  syncPath(into);
  return { path, isUnchanged };
}

/** Whether a folder has an export with these checksums, and its files match them. */
async function holds(path: string, sums: string): Promise<boolean> {
  try {
    if (readFileSync(join(path, CHECKSUMS_FILE), 'utf8') !== sums) return false;
    for (const line of sums.trimEnd().split('\n')) {
      const [sha256 = '', file = ''] = line.split('  ');
      if ((await factsOfFile(join(path, file))).sha256 !== sha256) return false;
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}
