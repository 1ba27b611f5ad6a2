import { readFileSync } from 'node:fs';

/**
 * The name of this process in the names of files that are its own: its number and, where the system tells it (Linux), when
 * it began, for numbers come again: in a container after every restart.
 */
export const OWN_PROCESS: string = [process.pid, statusOf(process.pid)?.began ?? []].flat().join('-');

/** Says whether another process of this name, as {@linkcode OWN_PROCESS} or a number alone, is there. */
export function isRunning(name: string): boolean {
  const [, digits, began] = /^(\d+)(?:-(\d+))?$/.exec(name) ?? [];
  const pid = Number(digits ?? 0);
  if (pid === 0 || name === OWN_PROCESS || name === String(process.pid) || !hasProcess(pid)) return false;
  const status = statusOf(pid);
  if (status === undefined) return true;
  return !status.hasEnded && (began === undefined || began === status.began);
}

function hasProcess(pid: number): boolean {
  try {
    // Signal 0 only asks whether the process is there.
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** What the kernel says of a process; undefined where it says nothing. */
function statusOf(pid: number): { hasEnded: boolean; began: string } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    // Another system, or a process that has just gone.
    return undefined;
  }
  // The program's name stands in brackets, and may hold any character. The state is the field behind it, and when the process
  // began, in hundredths of a second since the machine did, the twentieth.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const began = fields[19];
  return began === undefined ? undefined : { hasEnded: fields[0] === 'Z' || fields[0] === 'X', began };
}
