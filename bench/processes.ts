/** The processes of a bench, their cores and memory, and its temporary folder. */
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { InputError } from '../src/model/index.ts';
import { stopProcess } from '../test/fixtures/programs.ts';

/** Cores as `taskset` takes them: a number or a list of numbers. */
export interface Cores {
  readonly server: string;
  readonly load: string;
  /** All cores that this process may use. */
  readonly allowed: readonly string[];
}

/** Returns two cores that this process may use; undefined if it may use only one, or if `taskset` is missing. */
export function findCores(): Cores | undefined {
  const { status, stdout } = spawnSync('taskset', ['-c', '-p', String(process.pid)], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const list = stdout.slice(stdout.lastIndexOf(':') + 1).trim();
  const allowed = list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
  });
  const [server, load] = [allowed.at(0), allowed.at(-1)];
  return server === undefined || load === undefined || server === load ? undefined : { server, load, allowed };
}

/** Pins this process with all its threads to the core of the load, or to another list of cores. */
export function pinSelf(cores: Cores | undefined, list = cores?.load): void {
  if (list === undefined) return;
  spawnSync('taskset', ['-a', '-c', '-p', list, String(process.pid)], { stdio: 'ignore' });
}

/** Running servers. */
const running = new Set<ChildProcess>();
let isEnding = false;

/** Time after the signal after which a server that still runs is killed. */
const END_MS = 10_000;

/** Stops all running servers. Afterwards no server can be started. */
async function endStarted(): Promise<void> {
  isEnding = true;
  const ending = Array.from(running, (child) => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // On SIGTERM PostgreSQL waits for clients to disconnect.
    child.kill('SIGINT');
    const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
    return ended.finally(() => clearTimeout(late));
  });
  await Promise.all(ending);
}

/** Starts a process on the core of the servers. By default its standard output goes to /dev/null. */
export function spawnServer(
  cores: Cores | undefined,
  command: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const [file = '', ...args] = cores === undefined ? command : ['taskset', '-c', cores.server, ...command];
  if (isEnding) throw new Error(`Cannot start "${file}": the bench is stopping`);
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/** Starts a module of the bench as a process on the core of the servers, and waits for the port that it sends by {@linkcode tellPort}. */
export async function startModule(
  cores: Cores | undefined,
  path: string,
  args: readonly string[],
): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  const command = [process.execPath, join(import.meta.dirname, path), ...args];
  const child = spawnServer(cores, command, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.once('message', (message) => resolve(Number(message)));
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`"${path}" ended with ${code} before it listened`)));
    });
    return { port, child };
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
}

/** Sends the port of a server to the parent process, and ends this process when the parent ends. */
export function tellPort(server: Server): void {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
  process.once('disconnect', () => process.exit());
}

/** Returns the ids of a process and all its descendants. */
export function listFamily(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = readParent(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family = [pid];
  // The list grows during the loop.
  for (const one of family) family.push(...(children.get(one) ?? []));
  return family;
}

function readParent(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** Returns a value of /proc/PID/status in units of 1,024 bytes; 0 if it is missing. */
export function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
}

/** Returns the memory of processes without the page cache, in MiB; shared memory counts once. */
export function memoryMb(pids: readonly number[]): number {
  const statuses = pids.map((pid) => readFileSync(`/proc/${pid}/status`, 'utf8'));
  const own = statuses.reduce((sum, status) => sum + kilobytes(status, 'RssAnon'), 0);
  return Math.round((own + Math.max(...statuses.map((status) => kilobytes(status, 'RssShmem')))) / 1024);
}

const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };

/** Runs a bench in a temporary folder. Afterwards, even after an error or a signal, stops all its servers and removes the folder. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-bench-'));
  // A database runs as another user.
  chmodSync(folder, 0o755);
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> => {
    ending ??= endStarted().then(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
    return ending;
  };
  const stop = (exitCode: number): void => void end().finally(() => process.exit(exitCode));
  for (const [signal, number] of Object.entries(SIGNALS)) process.once(signal, () => stop(128 + number));
  // While servers are stopped, errors of their clients are expected.
  process.once('uncaughtException', (error) => {
    if (ending !== undefined) return;
    process.stderr.write(`${inspect(error)}\n`);
    stop(1);
  });
  try {
    await work(folder);
  } catch (error) {
    if (ending === undefined) {
      process.exitCode = 1;
      process.stderr.write(`${error instanceof InputError ? error.message : inspect(error)}\n`);
    }
  } finally {
    await end();
  }
}

/** Writes the time and the current step to standard error. */
export function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
