import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './faults.ts';
import { OWN_PROCESS, isRunning } from './owner.ts';

/**
 * Removes what killed processes left in a directory: files and folders named `prefix`, the {@linkcode OWN_PROCESS} of a
 * process that no longer runs, `suffix`; where a process makes several, a dot and any text stand behind its name. A directory that
 * does not exist holds none.
 */
export async function removeLeftovers(directory: string, prefix: string, suffix: string): Promise<void> {
  for (const { name, owner } of await ownedNames(directory, prefix, suffix)) {
    // Another process may be removing it, too.
    if (!isRunning(owner)) await rm(join(directory, name), { recursive: true, force: true });
  }
}

/** The files and folders of such names that belong to other running processes, each with the process number. */
export async function ownedByOthers(
  directory: string,
  prefix: string,
  suffix: string,
): Promise<{ name: string; owner: string }[]> {
  const all = await ownedNames(directory, prefix, suffix);
  return all.filter(({ owner }) => owner !== OWN_PROCESS && isRunning(owner));
}

async function ownedNames(
  directory: string,
  prefix: string,
  suffix: string,
): Promise<{ name: string; owner: string }[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.startsWith(prefix) && name.endsWith(suffix))
    .map((name) => ({ name, owner: ownerIn(name.slice(prefix.length, name.length - suffix.length)) }))
    .filter(({ owner }) => owner !== '');
}

function ownerIn(text: string): string {
  return /^(\d+(?:-\d+)?)(?:\.\w+)?$/.exec(text)?.[1] ?? '';
}
