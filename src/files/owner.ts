import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './faults.ts';

/**
 * This process in file names: `NUMBER-START`, its number and its start time, because numbers repeat after a restart of a container.
 * Systems other than Linux have only the number.
 */
export const OWN_PROCESS: string = [process.pid, readStatus(process.pid)?.start ?? []].flat().join('-');

/** Whether another process of this name is running. @param name an {@linkcode OWN_PROCESS} or only a number */
export function isRunning(name: string): boolean {
  const [, digits, start] = /^(\d+)(?:-(\d+))?$/.exec(name) ?? [];
  const pid = Number(digits ?? 0);
  if (pid === 0 || name === OWN_PROCESS || name === String(process.pid) || !hasProcess(pid)) return false;
  const status = readStatus(pid);
  if (status === undefined) return true;
  return !status.hasEnded && (start === undefined || start === status.start);
}

function hasProcess(pid: number): boolean {
  try {
    // Signal 0 only checks that the process exists.
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** State and start of a process from `/proc/PID/stat` (proc_pid_stat(5)); undefined without this file. */
function readStatus(pid: number): { hasEnded: boolean; start: string } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name of the program is in brackets and may have any character. The state is field 3, the start field 22.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const start = fields[19];
  return start === undefined ? undefined : { hasEnded: fields[0] === 'Z' || fields[0] === 'X', start };
}

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
    .map((name) => ({ name, owner: parseOwner(name.slice(prefix.length, name.length - suffix.length)) }))
    .filter(({ owner }) => owner !== '');
}

function parseOwner(text: string): string {
  return /^(\d+(?:-\d+)?)(?:\.\w+)?$/.exec(text)?.[1] ?? '';
}
