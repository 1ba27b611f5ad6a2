import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN_PROCESS, isRunning } from './owner.ts';

/**
 * Removes what processes left behind that were killed: files and folders of a directory whose names are the prefix, the
 * name of a process that is no more, and the suffix. A directory that does not exist holds none.
 */
export async function removeAbandoned(directory: string, prefix: string, suffix: string): Promise<void> {
  for (const { name, owner } of await owned(directory, prefix, suffix)) {
    // Another process may be removing it, too.
    if (!isRunning(owner)) await rm(join(directory, name), { recursive: true, force: true });
  }
}

/** The same of other processes that are at work: their files and folders, each with the number of the process. */
export async function ofOthersAtWork(
  directory: string,
  prefix: string,
  suffix: string,
): Promise<{ name: string; pid: number }[]> {
  const all = await owned(directory, prefix, suffix);
  const others = all.filter(({ owner }) => owner !== OWN_PROCESS && isRunning(owner));
  return others.map(({ name, owner }) => ({ name, pid: Number.parseInt(owner, 10) }));
}

async function owned(directory: string, prefix: string, suffix: string): Promise<{ name: string; owner: string }[]> {
  const names = await namesIn(directory);
  return names
    .filter((name) => name.startsWith(prefix) && name.endsWith(suffix))
    .map((name) => ({ name, owner: name.slice(prefix.length, name.length - suffix.length) }))
    .filter(({ owner }) => /^\d+(-\d+)?$/.test(owner));
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
