import { spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { Missing, type PortOf, type RunningPeer } from './peer.ts';

/** Finds a program on the PATH or in one of the folders, which may contain wildcards. Throws {@linkcode Missing}. */
export function findProgram(name: string, ...folders: readonly string[]): string {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  // The newest version has the last name.
  const beside = folders.flatMap((folder) => globSync(join(folder, name)).toSorted().toReversed());
  const found = [...onPath, ...beside].find((path) => existsSync(path));
  if (found === undefined)
    throw new Missing(`no "${name}" on the PATH${folders.map((folder) => ` or in ${folder}`).join('')}`);
  return found;
}

/** Runs a program and returns its standard output. Throws if it fails. */
export function outputOf(
  program: string,
  args: readonly string[],
  options: { uid?: number; gid?: number; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status === 0) return stdout;
  const command = [program, ...args].join(' ');
  const user = options.uid === undefined ? '' : ` as user ${options.uid}`;
  if (error !== undefined) throw new Error(`Cannot run "${command}"${user}: ${error.message}`, { cause: error });
  throw new Error(`"${command}" ended with ${status}: ${stderr}${stdout}`);
}

/** A database behind an HTTP layer, which is stopped first. */
export function behindLayer(
  { port, child }: PortOf,
  server: { readonly pid: number | undefined; readonly stop: () => Promise<void> },
): RunningPeer {
  const stop = async (): Promise<void> => {
    await stopProcess(child);
    await server.stop();
  };
  return { port, front: child.pid ?? 0, data: server.pid, stop };
}

/** Sends a signal to a process and waits until it has ended. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Servers may read all their data before they answer. */
const START_MS_MAX = 600_000;

/** Repeats an attempt until it succeeds or the process ends. */
export async function untilAnswers<T>(child: ChildProcess, attempt: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (hasEnded || performance.now() - started > START_MS_MAX) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
