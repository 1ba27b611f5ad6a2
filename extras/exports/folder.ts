import { hash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { open, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  OWN_PROCESS,
  diskReason,
  errorCode,
  exclusiveFolder,
  factsOfFile,
  removeLeftovers,
  syncPath,
  systemReason,
  makeFolder,
} from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';

/** The link to the newest export. */
const LATEST = 'latest';

/** What every export of a kind has: tables and lines one file, searches without a server the other. */
export const DESCRIPTION_FILE = 'datapackage.json';
export const SEARCH_FILE = 'search.json';
type KindFile = typeof DESCRIPTION_FILE | typeof SEARCH_FILE;

/** The checksums of an export, by which it is named. */
export const CHECKSUMS_FILE = 'SHA256SUMS';

/** The name of an export: the generation, and the beginning of the checksum of its checksums. */
const EXPORT_NAME = /^[0-9a-z]{26}-[0-9a-f]{8}$/;

const WORK_PREFIX = '.exporting-';
const LINK_PREFIX = `.${LATEST}-`;

/** A folder with exports, of which `latest` is a link to the newest; no reader sees one half. */
export class ExportsFolder implements AsyncDisposable {
  readonly #folder: string;
  readonly #work: string;

  /** Whether the folder was made for an export that has not been published. */
  #isNew: boolean;

  private constructor(folder: string, work: string, isNew: boolean) {
    this.#folder = folder;
    this.#work = work;
    this.#isNew = isNew;
  }

  /** @throws {InputError} where another process exports into it, and where `latest` is something else, or an export of another kind */
  static async open(folder: string, kind: KindFile): Promise<ExportsFolder> {
    const refuse = (reason: string): InputError => new InputError(`Cannot export into "${folder}": ${reason}`);
    const isNew = isMadeNow(folder, refuse);
    await removeLeftovers(folder, LINK_PREFIX, '');
    const latest = join(folder, LATEST);
    const found = lstatSync(latest, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === false) throw refuse(`"${latest}" is no link that an export made`);
    const other = kind === SEARCH_FILE ? DESCRIPTION_FILE : SEARCH_FILE;
    if (existsSync(join(latest, other)))
      throw refuse('its export has other formats, and would be removed; "static" takes a folder of its own');
    try {
      return new ExportsFolder(folder, await exclusiveFolder(folder, WORK_PREFIX, refuse), isNew);
    } catch (error) {
      if (isNew) await removeEmpty(folder);
      throw error;
    }
  }

  /** Where the export is written. */
  get work(): string {
    return join(this.#work, 'export');
  }

  /** For files that are needed while it is written. */
  get temporary(): string {
    return this.#work;
  }

  /**
   * Gives the written export its name, turns `latest` to it, and removes earlier ones: they hold what has been restricted since.
   * Returns where it is, and whether the same was there already.
   */
  async publish(generation: string): Promise<{ readonly path: string; readonly isUnchanged: boolean }> {
    const sums = readFileSync(join(this.work, CHECKSUMS_FILE));
    const name = `${generation}-${hash('sha256', sums).slice(0, 8)}`;
    const path = join(this.#folder, name);
    const isUnchanged = await holds(path, sums.toString('utf8'));
    if (!isUnchanged) {
      // Somebody wrote into the one that is there.
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) renameSync(path, join(this.#work, 'damaged'));
      renameSync(this.work, path);
    }
    this.#isNew = false;
    const link = join(this.#folder, LINK_PREFIX + OWN_PROCESS);
    symlinkSync(name, link, 'dir');
    renameSync(link, join(this.#folder, LATEST));
    syncPath(this.#folder);
    for (const earlier of readdirSync(this.#folder)) {
      if (EXPORT_NAME.test(earlier) && earlier !== name)
        await rm(join(this.#folder, earlier), { recursive: true, force: true });
    }
    syncPath(this.#folder);
    return { path, isUnchanged };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#work, { recursive: true, force: true });
    if (this.#isNew) await removeEmpty(this.#folder);
  }
}

/** Removes a folder, unless others have put something into it. */
async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** Whether an export is there whole: its checksums are these, and its files have them. */
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

/**
 * Works in a folder with exports.
 * @throws {InputError} where the disk does not take it; then nothing has changed
 */
export async function inExportsFolder<T>(
  snapshot: string,
  into: string,
  kind: KindFile,
  work: (folder: ExportsFolder) => Promise<T>,
): Promise<T> {
  try {
    await using folder = await ExportsFolder.open(into, kind);
    return await work(folder);
  } catch (error) {
    const reason = diskReason(error);
    if (reason === undefined) throw error;
    throw new InputError(`Cannot export "${snapshot}" into "${into}": ${reason}; nothing was changed`, {
      cause: error,
    });
  }
}

/** Writes the checksums of the files of an export, by path, and makes all of it survive a loss of power. */
export async function writeChecksums(folder: string, sums: ReadonlyMap<string, string>): Promise<void> {
  const lines = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, sha256]) => `${sha256}  ${path}\n`);
  writeFileSync(join(folder, CHECKSUMS_FILE), lines.join(''));
  await syncAll(folder);
}

/** Makes all of a folder survive a loss of power. */
async function syncAll(folder: string): Promise<void> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  );
  // A disk that syncs many files at once syncs each sooner.
  const waiting = paths.values();
  await Promise.all(
    Array.from({ length: SYNCS_AT_ONCE }, async () => {
      for (const path of waiting) {
        await using file = await open(path, 'r');
        await file.sync();
      }
    }),
  );
  syncPath(folder);
}

const SYNCS_AT_ONCE = 4;

/** Makes the folder; says whether it was not there. @throws {InputError} where it cannot be made */
function isMadeNow(folder: string, refuse: (reason: string) => InputError): boolean {
  try {
    return makeFolder(folder) !== undefined;
  } catch (error) {
    const reason = errorCode(error) === 'EEXIST' ? 'it is a file, not a folder' : systemReason(error);
    throw reason === undefined ? error : refuse(reason);
  }
}
