import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes what processes left behind that were killed: files and folders of a directory whose names are the prefix, the
 * number of a process that is no more, and the suffix. A directory that does not exist holds none.
 */
export async function removeAbandoned(directory: string, prefix: string, suffix: string): Promise<void> {
  for (const name of await namesIn(directory)) {
    if (!name.startsWith(prefix) || !name.endsWith(suffix)) continue;
    const process = name.slice(prefix.length, name.length - suffix.length);
    if (/^\d+$/.test(process) && !isRunning(Number(process))) await rm(join(directory, name), { recursive: true });
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Says whether another process of this number is there. */
export function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    // Signal 0 only asks whether the process is there.
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
