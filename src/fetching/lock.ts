import { open, readFile, rm } from 'node:fs/promises';
import { OWN_PROCESS, isRunning } from '../files/index.ts';
import { InputError, quoteValue } from '../model/index.ts';

/** The locks that this process holds: its own number in a file may be that of a killed one, in a container mostly. */
const held = new Set<string>();

/** A file that says which process is at work on something, so that a second one does not spoil it. */
export class Lock implements AsyncDisposable {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Takes the lock. One that a killed process left behind is taken over.
   * @throws {InputError} where another process holds it
   */
  static async take(path: string, what: string): Promise<Lock> {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        await makeLock(path);
        held.add(path);
        return new Lock(path);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const holder = await readFile(path, 'utf8').catch(() => '');
      if (held.has(path) || isRunning(holder)) {
        throw new InputError(
          `Cannot ${what}: process ${Number.parseInt(holder, 10)} is at it, says ${quoteValue(path)}`,
        );
      }
      await rm(path, { force: true });
    }
    throw new InputError(`Cannot ${what}: another process took ${quoteValue(path)} just now`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    held.delete(this.#path);
    await rm(this.#path, { force: true });
  }
}

async function makeLock(path: string): Promise<void> {
  await using file = await open(path, 'wx');
  try {
    await file.writeFile(OWN_PROCESS);
  } catch (error) {
    // A full disk: nobody holds what says no name.
    await rm(path, { force: true });
    throw error;
  }
}
