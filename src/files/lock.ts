import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './faults.ts';
import { ownedByOthers, removeLeftovers } from './leftovers.ts';
import { OWN_PROCESS, isRunning } from './owner.ts';

/** Makes the error that is thrown from the reason why another process has precedence. */
export type Refusal = (reason: string) => Error;

/** The locks of this process. After a restart of a container, a killed process may have had the same number. */
const taken = new Set<string>();

/** A file that keeps other processes from doing the same work. It holds the {@linkcode OWN_PROCESS} of its owner. */
export class Lock implements AsyncDisposable {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Makes the file, or throws what `refuse` makes where another running process holds it. A dead owner's file is replaced. */
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
    // A full disk: a lock without an owner must not stay.
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * Makes the folder `prefix` + {@linkcode OWN_PROCESS} in `parent`, and removes those of killed processes. Throws what
 * `refuse` makes where a running process has one: each makes its own before it looks for others, so at most one goes on.
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
