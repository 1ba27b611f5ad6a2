import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './faults.ts';
import { OWN_PROCESS, isRunning } from './owner.ts';

/**
 * Removes leftovers of killed processes in a directory: files and folders with a name of `prefix`, the {@linkcode OWN_PROCESS} of a dead
 * process, optionally a dot and a word, and `suffix`. The directory need not exist.
 */
export async function removeLeftovers(directory: string, prefix: string, suffix: string): Promise<void> {
  for (const { name, owner } of await ownedNames(directory, prefix, suffix)) {
    // Another process may remove it as well.
    if (!isRunning(owner)) await rm(join(directory, name), { recursive: true, force: true });
  }
}

/** The files and folders of such names of other running processes, with their process. */
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
