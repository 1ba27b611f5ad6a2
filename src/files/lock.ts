import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { asidePath, lacksLinks, removeAbandonedAside } from './aside.ts';
import { errorCode, withPath } from './faults.ts';
import { OWN_PROCESS, isRunning, ownedByOthers, removeLeftovers } from './owner.ts';

export type Refusal = (reason: string) => Error;

/** Maximum number of locks that other processes make and remove while this one tries. */
const ATTEMPTS_MAX = 3;

/** The locks of this process. A killed process may have had the same number, in a container that restarted. */
const taken = new Set<string>();

/**
 * A lock file, which has the {@linkcode OWN_PROCESS} of its owner from the moment it exists.
 *
 * The lock of a dead process is replaced by a process that holds a second lock, named after the dead one: so of several processes that find
 * it, one replaces it, and none removes the lock that another has just taken.
 */
export class Lock implements AsyncDisposable {
  readonly #path: string;

  private constructor(path: string) {
    taken.add(path);
    this.#path = path;
  }

  /** Takes the lock, or throws the error of `refuse` if a running process holds it. */
  static async take(path: string, refuse: Refusal): Promise<Lock> {
    await removeAbandonedAside(path);
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const owner = readOwner(path);
      if (owner !== undefined && (taken.has(path) || isRunning(owner))) throw refuse(heldBy(owner, path, 'file'));
      if (owner === undefined) {
        if (placed(path, linkSync)) return new Lock(path);
        continue;
      }
      await using _ = await Lock.take(`${path}.${/^[\d-]+$/.test(owner) ? owner : '0'}`, refuse);
      if (readOwner(path) !== owner || !placed(path, renameSync)) continue;
      const lock = new Lock(path);
      // Second locks of processes that were killed while they held them.
      await removeLeftovers(dirname(path), `${basename(path)}.`, '');
      return lock;
    }
    throw refuse(`other processes have just made "${path}"; try again`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    taken.delete(this.#path);
    await rm(this.#path, { force: true });
  }
}

/** Returns the owner of a lock; undefined if the lock does not exist. */
function readOwner(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a lock aside and gives it its name. Returns whether it has it. @param name a link replaces no lock, a rename does */
function placed(path: string, name: (from: string, to: string) => void): boolean {
  const aside = asidePath(path);
  try {
    writeFileSync(aside, OWN_PROCESS);
    name(aside, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (!lacksLinks(error)) throw withPath(error, path);
    return madeDirectly(path);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Makes a lock in a file system without hard links, where it has no owner for a moment. */
function madeDirectly(path: string): boolean {
  try {
    writeFileSync(path, OWN_PROCESS, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw withPath(error, path);
  }
}

/**
 * Makes the folder `prefix` + {@linkcode OWN_PROCESS} in `parent` and removes those of killed processes. Throws the error of `refuse` if
 * a running process has one. Each process makes its folder before it looks for others, so at most one continues.
 */
export async function exclusiveFolder(parent: string, prefix: string, refuse: Refusal): Promise<string> {
  await removeLeftovers(parent, prefix, '');
  const folder = join(parent, prefix + OWN_PROCESS);
  await mkdir(folder);
  const [other] = await ownedByOthers(parent, prefix, '');
  if (other === undefined) return folder;
  await rm(folder, { recursive: true });
  throw refuse(heldBy(other.owner, join(parent, other.name), 'folder'));
}

function heldBy(owner: string, path: string, kind: 'file' | 'folder'): string {
  return `process ${Number.parseInt(owner, 10)} holds "${path}"; wait for it, or remove that ${kind} if the process is gone`;
}
