import { lstatSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../src/files/index.ts';
import { kilobytes, listFamily, spawnServer } from '../processes.ts';

/** Interval between two samples of memory and files. */
const WATCH_MS = 250;

/** The costs of running a program. */
export interface Cost {
  readonly seconds: number;
  /** User and system time of the program and its child processes. */
  readonly cpuSeconds: number;
  /** Largest total memory of its processes beyond the page cache, in MB. */
  readonly ownMb: number;
  /** Largest total memory of its processes including mapped pages of files, in MB. */
  readonly residentMb: number;
  /** Largest disk space of the files that the program added to the folder. */
  readonly diskBytes: number;
}

/** The file with the process id of the running program, for `endAbandoned` after the bench was killed. */
const CHILD_FILE = 'size.child';

/** Runs a program of the project, and samples its processes and the folder. Its standard error is shown. Throws if it fails. */
export async function watched(command: readonly string[], into: string, env: NodeJS.ProcessEnv = {}): Promise<Cost> {
  const before = { disk: folderBytes(into), cpu: cpuSecondsOfEnded(), started: performance.now() };
  const child = spawnServer(undefined, command, { env: { ...process.env, ...env } });
  writeFileSync(join(into, CHILD_FILE), String(child.pid));
  const peak = { own: 0, resident: 0, disk: 0 };
  const watch = setInterval(() => {
    const statuses = listFamily(child.pid ?? 0).map(readStatus);
    const sum = (name: string): number => statuses.reduce((total, status) => total + kilobytes(status, name), 0);
    peak.own = Math.max(peak.own, sum('RssAnon') + sum('RssShmem'));
    peak.resident = Math.max(peak.resident, sum('VmRSS'));
    peak.disk = Math.max(peak.disk, folderBytes(into) - before.disk);
  }, WATCH_MS);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(watch);
  rmSync(join(into, CHILD_FILE));
  if (code !== 0) throw new Error(`"${command.join(' ')}" ended with ${String(code)}`);
  return {
    seconds: (performance.now() - before.started) / 1000,
    cpuSeconds: cpuSecondsOfEnded() - before.cpu,
    ownMb: (peak.own * 1.024) / 1000,
    residentMb: (peak.resident * 1.024) / 1000,
    diskBytes: Math.max(peak.disk, folderBytes(into) - before.disk),
  };
}

/** Ends the program that an earlier bench of this folder had started, if that bench was killed and the program still runs. */
export async function endAbandoned(into: string): Promise<void> {
  const path = join(into, CHILD_FILE);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return;
  const pid = Number(readFileSync(path, 'utf8'));
  // Another process may have this id by now.
  const isOurs = (): boolean => readCommand(pid).includes(into);
  if (isOurs()) process.kill(pid, 'SIGKILL');
  while (isOurs()) await new Promise((resolve) => setTimeout(resolve, 10));
  rmSync(path);
}

/** Returns the command line of a process; empty if the process has ended. */
function readCommand(pid: number): string {
  return readProcessFile(`/proc/${pid}/cmdline`);
}

function readStatus(pid: number): string {
  return readProcessFile(`/proc/${pid}/status`);
}

function readProcessFile(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // The process has ended.
    return '';
  }
}

/** Returns the CPU time of all ended child processes of this process, in steps of 10 ms. */
function cpuSecondsOfEnded(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Returns the disk space of all files in a folder. Other processes may remove files and folders meanwhile. */
export function folderBytes(folder: string): number {
  return readFolder(folder).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + folderBytes(path);
    return sum + 512 * (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0);
  }, 0);
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
