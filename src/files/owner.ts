import { readFileSync } from 'node:fs';

/**
 * This process in the names of its files: `NUMBER-START`, its number and when it started. Numbers repeat, in a container
 * after every restart. Only Linux tells the start; elsewhere it is the number alone.
 */
export const OWN_PROCESS: string = [process.pid, statusOf(process.pid)?.start ?? []].flat().join('-');

/** Whether another process of this name, {@linkcode OWN_PROCESS} or a number alone, is running. */
export function isRunning(name: string): boolean {
  const [, digits, start] = /^(\d+)(?:-(\d+))?$/.exec(name) ?? [];
  const pid = Number(digits ?? 0);
  if (pid === 0 || name === OWN_PROCESS || name === String(process.pid) || !hasProcess(pid)) return false;
  const status = statusOf(pid);
  if (status === undefined) return true;
  return !status.hasEnded && (start === undefined || start === status.start);
}

function hasProcess(pid: number): boolean {
  try {
    // Signal 0 is not sent; it only checks that the process exists.
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** State and start of a process from `/proc/PID/stat` (proc_pid_stat(5)); undefined where there is no such file. */
function statusOf(pid: number): { hasEnded: boolean; start: string } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The program's name stands in brackets and may hold any character. Field 3, the state, follows it; the start is field 22.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const start = fields[19];
  return start === undefined ? undefined : { hasEnded: fields[0] === 'Z' || fields[0] === 'X', start };
}
