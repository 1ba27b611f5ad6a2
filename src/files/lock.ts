import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, withPath } from './faults.ts';
import { OWN_PROCESS, isRunning, ownedByOthers, removeLeftovers } from './owner.ts';

export type Refusal = (reason: string) => Error;

/** The locks of this process. A killed process may have had the same number, in a container that restarted. */
const taken = new Set<string>();

/** A lock file, which has the {@linkcode OWN_PROCESS} of its owner. */
export class Lock implements AsyncDisposable {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Takes the lock, or throws the error of `refuse` if a running process holds it. The lock of a dead process is replaced. */
  static async take(path: string, refuse: Refusal): Promise<Lock> {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        await makeLock(path);
        taken.add(path);
        return new Lock(path);
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
      const owner = await readFile(path, 'utf8').catch(() => '');
      if (taken.has(path) || isRunning(owner)) throw refuse(heldBy(owner, path, 'file'));
      await rm(path, { force: true });
    }
    throw refuse(`another process has just made "${path}"; try again`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    taken.delete(this.#path);
    await rm(this.#path, { force: true });
  }
}

async function makeLock(path: string): Promise<void> {
  await using file = await open(path, 'wx');
  try {
    await file.writeFile(OWN_PROCESS);
  } catch (error) {
    // On a full disk no lock without an owner may remain.
    await rm(path, { force: true });
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
